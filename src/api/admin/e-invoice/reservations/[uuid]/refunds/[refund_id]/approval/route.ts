import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareReservationApproval } from "../../../../../../../../workflows/operations/prepare-reservation-approval"
import { actingAdmin } from "../../../../../acting-admin"
import { carryOut } from "../../../../../carry-out"

/** Asks the service's operator to approve a refund that was refused; once for each refund, however often it is pressed. */
export const POST = (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> =>
  carryOut(req, res, () =>
    prepareReservationApproval(
      req.scope,
      {
        uuid: req.params["uuid"] ?? "",
        refundId: req.params["refund_id"] ?? "",
      },
      { actor: actingAdmin(req) }
    )
  )
