import { resendSubscriptionWorkflow } from "../../../../../../workflows/operations/subscription-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("subscriptions.resend", resendSubscriptionWorkflow)
