import { createPaymentLinkWorkflow } from "../../../../../workflows/operations/order-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("orders.create-payment-link", createPaymentLinkWorkflow)
