import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { isUnsettled } from "../../../modules/e-invoice/intent"
import { messageOf } from "../../../modules/e-invoice/message-of"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { performOperationWorkflow } from "../../../workflows/operations/perform-operation"
import type { ReservationChange } from "../../../workflows/operations/reservations"
import { answering, sendFailure, sendOpen } from "./failures"
import { actingAdmin, requiredIdempotencyKey } from "./requests"

/**
 * Performs an operation and answers its outcome: `{ operation, data, raw? }`. The same key again answers the same, and
 * sends nothing.
 *
 * @param prepare records the intent under `idempotencyKeyOf(...)` or `requiredIdempotencyKey(...)`
 */
export function performOperation(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  prepare: () => Promise<OperationRow>
): Promise<void> {
  return answering(res, async () => {
    const { operations } = eInvoiceModule(req.scope)
    const prepared = await prepare()
    const { errors } = await performOperationWorkflow(req.scope).run({
      input: { id: prepared.id },
      throwOnError: false,
    })
    const row = (await operations.find(prepared.id)) ?? prepared
    if (row.state === "succeeded") {
      res.json(operationAnswer(row))
    } else if (row.state === "rejected" && row.failure) {
      sendFailure(res, row.failure, { isRejected: true })
    } else {
      const open = await openOperation(operations, row)
      answerOpen(res, row, prepared, { open, error: errors[0]?.error })
    }
  })
}

/** A route that captures, charges or refunds a reservation: the same key again answers the same, and moves nothing. */
export const performOnReservation =
  <Body extends { confirm_repeat?: true | undefined }>(
    prepare: (change: ReservationChange<Body>) => Promise<OperationRow>
  ) =>
  (req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse): Promise<void> =>
    performOperation(req, res, () =>
      prepare({
        container: req.scope,
        uuid: req.params["uuid"] ?? "",
        terms: req.validatedBody,
        intent: {
          actor: actingAdmin(req),
          idempotencyKey: requiredIdempotencyKey(req),
          repeatConfirmed: req.validatedBody.confirm_repeat,
        },
      })
    )

/** What has to be settled before it is sent again: it is itself in doubt, or another on the same record is. */
async function openOperation(
  operations: EInvoiceModuleService["operations"],
  row: OperationRow
): Promise<string | undefined> {
  const open = isUnsettled(row) ? row : await operations.earlier.openBeside(row)
  return open?.state === "in_doubt" && !open.may_repeat ? open.id : undefined
}

type NotDone = {
  /** Id of the operation that has to be settled first. */
  readonly open: string | undefined
  readonly error: unknown
}

function answerOpen(
  res: MedusaResponse,
  { state, failure }: OperationRow,
  prepared: OperationRow,
  { open, error }: NotDone
): void {
  const sentBefore = isUnsettled(prepared)
  if (failure && state === "in_doubt" && !sentBefore) {
    sendFailure(res, failure, { open })
    return
  }
  sendOpen(
    res,
    state === "in_doubt" ? "in_doubt" : "under_way",
    error === undefined ? "It was not sent again: an earlier attempt is open." : messageOf(error),
    open
  )
}

/** An operation as staff see it: the request without personal data, the actor and the outcome. */
export const shownOperation = (row: OperationRow) => ({
  id: row.id,
  operation: row.operation_id,
  state: row.state,
  idempotency_key: row.idempotency_key,
  subject_kind: row.subject_kind,
  subject_uuid: row.subject_uuid,
  record_id: row.record_id,
  order_id: row.order_id,
  customer_id: row.customer_id,
  actor: row.actor,
  message_key: row.answer?.messageKey ?? row.failure?.messageKey ?? null,
  request: maskPersonalNumbers(row.request),
  failure: row.failure,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const operationAnswer = (row: OperationRow) => ({
  operation: shownOperation(row),
  data: maskPersonalNumbers(row.answer?.data ?? null),
  ...(row.answer?.raw !== undefined && {
    raw: maskPersonalNumbers(row.answer.raw),
  }),
})
