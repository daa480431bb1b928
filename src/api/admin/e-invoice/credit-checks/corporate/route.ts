import { checkCorporateCreditWorkflow } from "../../../../../workflows/operations/account-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("credit-checks.corporate", checkCorporateCreditWorkflow)
