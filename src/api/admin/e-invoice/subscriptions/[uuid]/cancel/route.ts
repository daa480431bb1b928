import { cancelSubscriptionWorkflow } from "../../../../../../workflows/operations/subscription-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("subscriptions.cancel", cancelSubscriptionWorkflow)
