import type { OperationRow } from "../../../modules/e-invoice/operations/operation-row"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"

/** An operation as admins see it: what was asked (without people), by whom, and what came of it. */
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

/** What the route of an operation that was carried out answers. */
export const operationAnswer = (row: OperationRow) => ({
  operation: shownOperation(row),
  data: maskPersonalNumbers(row.answer?.data ?? null),
  ...(row.answer?.raw !== undefined && {
    raw: maskPersonalNumbers(row.answer.raw),
  }),
})
