import { createInvoiceSessionWorkflow } from "../../../../../workflows/operations/checkout-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("checkout.create-invoice-session", createInvoiceSessionWorkflow)
