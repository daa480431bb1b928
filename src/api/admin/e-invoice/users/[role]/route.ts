import { createServiceUserWorkflow } from "../../../../../workflows/operations/account-workflows"
import { changingRoute } from "../../changing-route"

export const POST = changingRoute("users.create", createServiceUserWorkflow)
