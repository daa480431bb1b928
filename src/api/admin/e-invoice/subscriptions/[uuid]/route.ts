import { readingRoute } from "../../reading-route"

export const GET = readingRoute("subscriptions.details")
