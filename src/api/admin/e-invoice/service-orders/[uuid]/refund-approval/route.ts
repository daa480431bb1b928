import { requestRefundApprovalWorkflow } from "../../../../../../workflows/operations/account-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("refunds.request-approval", requestRefundApprovalWorkflow)
