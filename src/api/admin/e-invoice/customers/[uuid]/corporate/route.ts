import { updateCorporateCustomerWorkflow } from "../../../../../../workflows/operations/customer-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("customers.update-corporate", updateCorporateCustomerWorkflow)
