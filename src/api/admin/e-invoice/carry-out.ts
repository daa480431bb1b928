import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError } from "../../../connect"
import { MAY_BE_PERSONAL_NUMBER, mayBePersonalNumber } from "../../../connect/personal-values"
import { messageOf } from "../../../modules/e-invoice/message-of"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation-row"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { performOperationWorkflow } from "../../../workflows/operations/perform-operation"
import type { ReservationChange } from "../../../workflows/operations/prepare-reservation-change"
import { actingAdmin } from "./acting-admin"
import { sendFailure, sendOpen } from "./failure-answer"
import { operationAnswer } from "./operation-answer"

const KEY_FORM = /^[\x21-\x7e]{1,200}$/

/**
 * Carries out an operation that a route writes down, and answers what came of it: `{ operation, data, raw? }`. The same key
 * again answers the same, and sends nothing.
 *
 * @param prepare writes the operation down under `wishKey(...)` or `moneyKey(...)`
 */
export async function carryOut(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  prepare: () => Promise<OperationRow>
): Promise<void> {
  const { operations } = eInvoiceModule(req.scope)
  try {
    const prepared = await prepare()
    const { errors } = await performOperationWorkflow(req.scope).run({
      input: { id: prepared.id },
      throwOnError: false,
    })
    const row = (await operations.find(prepared.id)) ?? prepared
    answer(res, row, prepared, errors[0]?.error)
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    sendFailure(res, error)
  }
}

/** A route that captures, charges or refunds a reservation: the same key again answers the same, and moves nothing. */
export const carryOutOnReservation =
  <Body extends { confirm_repeat?: true | undefined }>(
    prepare: (change: ReservationChange<Body>) => Promise<OperationRow>
  ) =>
  (req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse): Promise<void> =>
    carryOut(req, res, () =>
      prepare({
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

/** The header `Idempotency-Key`. @throws MedusaError invalid_data when it is not in its form */
export function wishKey(req: Pick<AuthenticatedMedusaRequest, "get">): string | undefined {
  const given = req.get("idempotency-key")
  if (given === undefined) {
    return undefined
  }
  if (mayBePersonalNumber(given)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Idempotency-Key: ${MAY_BE_PERSONAL_NUMBER}`
    )
  }
  if (KEY_FORM.test(given)) {
    return given
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Idempotency-Key: must be 1 to 200 printable ASCII characters without a space; use a UUID, new for each new wish"
  )
}

/**
 * The header `Idempotency-Key` of a route that moves money, where a repeated request without one would cost somebody.
 *
 * @throws MedusaError invalid_data when it is missing or not in its form
 */
export function moneyKey(req: Pick<AuthenticatedMedusaRequest, "get">): string {
  const key = wishKey(req)
  if (key === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Idempotency-Key: is required where money moves; use a UUID, new for each new wish, and the same when a request is repeated"
    )
  }
  return key
}

function answer(
  res: MedusaResponse,
  row: OperationRow,
  prepared: OperationRow,
  error: unknown
): void {
  const sentBefore = prepared.state === "in_doubt" || prepared.state === "sending"
  if (row.state === "succeeded") {
    res.json(operationAnswer(row))
  } else if (
    row.failure &&
    (row.state === "rejected" || (row.state === "in_doubt" && !sentBefore))
  ) {
    sendFailure(res, row.failure)
  } else {
    sendOpen(
      res,
      row.state === "in_doubt" ? "in_doubt" : "under_way",
      error === undefined ? "It was not sent again: an earlier attempt is open." : messageOf(error)
    )
  }
}
