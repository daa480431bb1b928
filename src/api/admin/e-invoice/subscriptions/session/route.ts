import { createSubscriptionSessionWorkflow } from "../../../../../workflows/operations/subscription-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("subscriptions.create-session", createSubscriptionSessionWorkflow)
