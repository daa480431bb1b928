import { readingRoute } from "../../reading-route"

export const GET = readingRoute("customers.details")
