import { checkPrivateCreditWorkflow } from "../../../../../workflows/operations/account-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("credit-checks.private", checkPrivateCreditWorkflow)
