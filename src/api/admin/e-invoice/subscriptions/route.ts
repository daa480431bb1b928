import { createSubscriptionWorkflow } from "../../../../workflows/operations/subscription-workflows"
import { changingRoute } from "../changing-route"
import { readingRoute } from "../reading-route"

export const GET = readingRoute("subscriptions.list")

export const POST = changingRoute("subscriptions.create", createSubscriptionWorkflow)
