import { resendPaymentLinkWorkflow } from "../../../../../../workflows/operations/order-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("orders.resend-payment-link", resendPaymentLinkWorkflow)
