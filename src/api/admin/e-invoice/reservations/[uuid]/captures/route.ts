import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareReservationCapture } from "../../../../../../workflows/operations/prepare-reservation-change"
import { captureReservationWorkflow } from "../../../../../../workflows/operations/reservation-workflows"
import { actingAdmin } from "../../../acting-admin"
import { carryOut, moneyKey } from "../../../changing-route"
import type { AdminCaptureReservation } from "../../../reservation-validators"

const id = "reservations.capture"

/** Captures so much of each line; the total is the server's. Answers as the operation's own route does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminCaptureReservation>,
  res: MedusaResponse
): Promise<void> =>
  carryOut(req, res, {
    id,
    workflow: captureReservationWorkflow,
    prepare: () =>
      prepareReservationCapture({
        container: req.scope,
        uuid: req.params["uuid"] ?? "",
        terms: req.validatedBody,
        wish: {
          actor: actingAdmin(req),
          idempotencyKey: moneyKey(req),
          repeatConfirmed: req.validatedBody.confirm_repeat,
        },
      }),
  })
