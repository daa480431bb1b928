import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareRefundApproval } from "../../../../../../../../workflows/prepare-refund-approval"
import { actingAdmin } from "../../../../../acting-admin"
import { carryOut } from "../../../../../carry-out"

/** Asks the service's operator to approve a refund that was refused; once for each refund, however often it is pressed. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await carryOut(req, res, () =>
    prepareRefundApproval(req.scope, {
      eInvoiceOrderId: req.params.id ?? "",
      refundId: req.params.refund_id ?? "",
      actor: actingAdmin(req),
    })
  )
}
