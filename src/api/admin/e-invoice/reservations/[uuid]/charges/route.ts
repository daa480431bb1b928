import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareReservationCharge } from "../../../../../../workflows/operations/prepare-reservation-change"
import { actingAdmin } from "../../../acting-admin"
import { carryOut, moneyKey } from "../../../carry-out"
import type { AdminChargeReservation } from "../../../reservation-validators"

/** Charges the card beyond what was reserved; the total is the server's. Answers as the operation itself does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminChargeReservation>,
  res: MedusaResponse
): Promise<void> =>
  carryOut(req, res, () =>
    prepareReservationCharge({
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
