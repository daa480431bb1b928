import { checkCompanyWorkflow } from "../../../../../workflows/operations/account-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("companies.check", checkCompanyWorkflow)
