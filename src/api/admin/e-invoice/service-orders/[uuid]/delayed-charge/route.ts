import { chargeDelayedOrderWorkflow } from "../../../../../../workflows/operations/order-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("orders.delayed-charge", chargeDelayedOrderWorkflow)
