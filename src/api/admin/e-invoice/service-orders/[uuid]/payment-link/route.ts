import { updatePaymentLinkWorkflow } from "../../../../../../workflows/operations/order-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("orders.update-payment-link", updatePaymentLinkWorkflow)
