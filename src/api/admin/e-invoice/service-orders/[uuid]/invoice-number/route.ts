import { readingRoute } from "../../../reading-route"

export const GET = readingRoute("orders.invoice-number")
