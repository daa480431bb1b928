import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../connect/lazily"
import { isOperationId, recordKinds } from "../../../connect"
import { INTENT_STATES } from "../../../modules/e-invoice/intent"
import { serviceUuid } from "./body-values"
import { id, listParams, named, oneOrMore, timeRange } from "./list-query"

const recordFilters = lazily(() => ({
  id: oneOrMore(id),
  order_id: oneOrMore(id),
  customer_id: oneOrMore(id),
  remote_uuid: oneOrMore(id),
  remote_customer_uuid: oneOrMore(id),
  status: oneOrMore(id),
  last_checked_at: timeRange,
}))

/** Columns by which the lists of remembered records may be sorted. */
export const SORTABLE_RECORD_COLUMNS = [
  "id",
  "created_at",
  "kind",
  "status",
  "amount",
  "last_checked_at",
] as const

export type AdminListReservationsParams = z.infer<ReturnType<typeof adminListReservationsParams>>

/** Query of `GET /admin/e-invoice/reservations`. */
export const adminListReservationsParams = lazily(() => listParams(recordFilters()))

export type AdminListRecordsParams = z.infer<ReturnType<typeof adminListRecordsParams>>

/** Query of `GET /admin/e-invoice/records`. */
export const adminListRecordsParams = lazily(() =>
  listParams({
    ...recordFilters(),
    kind: oneOrMore(z.enum(recordKinds)),
  })
)

export type AdminListOperationsParams = z.infer<ReturnType<typeof adminListOperationsParams>>

/** Query of `GET /admin/e-invoice/operation-log`. */
export const adminListOperationsParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    operation_id: oneOrMore(
      z.string().refine(isOperationId, named("must be the id of an operation"))
    ),
    state: oneOrMore(z.enum(INTENT_STATES)),
    subject_kind: oneOrMore(id),
    subject_uuid: oneOrMore(id),
    record_id: oneOrMore(id),
    e_invoice_order_id: oneOrMore(id),
    order_id: oneOrMore(id),
    customer_id: oneOrMore(id),
    actor: oneOrMore(id),
  })
)

/** Columns by which `GET /admin/e-invoice/operation-log` may be sorted. */
export const SORTABLE_OPERATION_COLUMNS = ["id", "created_at", "operation_id", "state"] as const

export type AdminSettleOperation = z.infer<ReturnType<typeof adminSettleOperation>>

/** Body of `POST /admin/e-invoice/operation-log/:id/settle`. */
export const adminSettleOperation = lazily(() =>
  z.strictObject({
    took_effect: z.boolean(),
    uuid: serviceUuid.optional(),
  })
)
