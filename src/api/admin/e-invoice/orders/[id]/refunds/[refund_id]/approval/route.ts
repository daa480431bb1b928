import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareRefundApproval } from "../../../../../../../../workflows/prepare-refund-approval"
import { requestRefundApprovalWorkflow } from "../../../../../../../../workflows/operations/account-workflows"
import { actingAdmin } from "../../../../../acting-admin"
import { carryOut } from "../../../../../changing-route"

/** Asks the service's operator to approve a refund that was refused; once for each refund, however often it is pressed. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await carryOut(req, res, {
    id: "refunds.request-approval",
    workflow: requestRefundApprovalWorkflow,
    prepare: () =>
      prepareRefundApproval(req.scope, {
        eInvoiceOrderId: req.params.id ?? "",
        refundId: req.params.refund_id ?? "",
        actor: actingAdmin(req),
      }),
  })
}
