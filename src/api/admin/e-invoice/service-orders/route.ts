import { readingRoute } from "../reading-route"

export const GET = readingRoute("orders.details-by-date-range")
