import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareReservationApproval } from "../../../../../../../../workflows/operations/refund-approval"
import { actingAdmin, type AdminRequestRefundApproval } from "../../../../../requests"
import { performOperation } from "../../../../../perform-operation"

/** Asks the service's operator to approve a rejected refund; at most once for each refund. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminRequestRefundApproval>,
  res: MedusaResponse
): Promise<void> =>
  performOperation(req, res, () =>
    prepareReservationApproval(
      req.scope,
      {
        uuid: req.params["uuid"] ?? "",
        refundId: req.params["refund_id"] ?? "",
      },
      { actor: actingAdmin(req), repeatConfirmed: req.validatedBody.confirm_repeat }
    )
  )
