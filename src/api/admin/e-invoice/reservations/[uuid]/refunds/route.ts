import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareReservationRefund } from "../../../../../../workflows/operations/prepare-reservation-change"
import { actingAdmin } from "../../../acting-admin"
import { carryOut, moneyKey } from "../../../carry-out"
import type { AdminRefundReservation } from "../../../reservation-validators"

/** Refunds from one capture or charge; its lines are the server's. Answers as the operation itself does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminRefundReservation>,
  res: MedusaResponse
): Promise<void> =>
  carryOut(req, res, () =>
    prepareReservationRefund({
      container: req.scope,
      uuid: req.params["uuid"] ?? "",
      terms: req.validatedBody,
      wish: {
        actor: actingAdmin(req),
        idempotencyKey: moneyKey(req),
        repeatConfirmed: req.validatedBody.confirm_repeat,
      },
    })
  )
