import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareRefundApproval } from "../../../../../../../../workflows/operations/refund-approval"
import { actingAdmin, type AdminRequestRefundApproval } from "../../../../../requests"
import { performOperation } from "../../../../../perform-operation"

/** Asks the service's operator to approve a rejected refund; at most once for each refund. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminRequestRefundApproval>,
  res: MedusaResponse
): Promise<void> {
  await performOperation(req, res, () =>
    prepareRefundApproval(req.scope, {
      eInvoiceOrderId: req.params.id ?? "",
      refundId: req.params.refund_id ?? "",
      actor: actingAdmin(req),
      repeatConfirmed: req.validatedBody.confirm_repeat,
    })
  )
}
