import { createEInvoiceOrderWorkflow } from "../../../../../workflows/operations/order-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("orders.create-e-invoice", createEInvoiceOrderWorkflow)
