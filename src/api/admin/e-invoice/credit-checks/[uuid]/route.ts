import { readingRoute } from "../../reading-route"

export const GET = readingRoute("credit-checks.details")
