import type { OperationRow } from "../../../modules/e-invoice/operations/operation-row"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"

type LoggedRow = Readonly<Record<(typeof LOGGED_COLUMNS)[number], unknown>>

/** As it is shown: `operation` is the operation's id. */
type LoggedOperation = Pick<
  OperationRow,
  Exclude<(typeof LOGGED_COLUMNS)[number], "operation_id">
> & {
  operation: OperationRow["operation_id"]
}

/** What is read of an operation to log it. */
export const LOGGED_COLUMNS = [
  "id",
  "operation_id",
  "state",
  "idempotency_key",
  "subject_kind",
  "subject_uuid",
  "record_id",
  "e_invoice_order_id",
  "order_id",
  "customer_id",
  "actor",
  "settled_by",
  "contradicted_at",
  "request",
  "answer",
  "failure",
  "created_at",
  "updated_at",
] as const

/** A row of the operation log as admins see it: never what is encrypted. */
export const loggedOperation = (row: LoggedRow): LoggedOperation =>
  Object.fromEntries(
    LOGGED_COLUMNS.map((name) => [
      name === "operation_id" ? "operation" : name,
      row[name] instanceof Date ? row[name] : maskPersonalNumbers(row[name]),
    ])
  ) as LoggedOperation
