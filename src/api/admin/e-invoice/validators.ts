import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../connect/lazily"
import { orderStatuses } from "../../../connect/order-status"
import { ATTENTION } from "../../../modules/e-invoice/status/flags"
import { INTENT_STATES } from "../../../modules/e-invoice/intent"
import { note } from "./body-values"
import { id, listParams, oneOrMore, timeRange } from "./list-query"

export type AdminListEInvoiceOrdersParams = z.infer<
  ReturnType<typeof adminListEInvoiceOrdersParams>
>

/** Query of `GET /admin/e-invoice/orders`. */
export const adminListEInvoiceOrdersParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    order_id: oneOrMore(id),
    payment_id: oneOrMore(id),
    remote_order_uuid: oneOrMore(id),
    remote_status: oneOrMore(z.enum(orderStatuses)),
    state: oneOrMore(z.enum(INTENT_STATES)),
    attention: oneOrMore(z.enum(ATTENTION)),
    reference_no: oneOrMore(id),
    invoice_number: oneOrMore(id),
    currency_code: oneOrMore(id),
    last_checked_at: timeRange,
    paid_at: timeRange,
  })
)

/** Columns by which `GET /admin/e-invoice/orders` may be sorted. */
export const SORTABLE_ORDER_COLUMNS = [
  "id",
  "created_at",
  "updated_at",
  "grand_total",
  "state",
  "remote_status",
  "last_checked_at",
] as const

/** Body of an action that needs nothing said. */
export const adminNothing = lazily(() => z.strictObject({}))

export type AdminCancelEInvoiceOrder = z.infer<ReturnType<typeof adminCancelEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/cancel`. */
export const adminCancelEInvoiceOrder = lazily(() =>
  z.strictObject({
    note: note.optional(),
  })
)

export type AdminSettleEInvoiceOrder = z.infer<ReturnType<typeof adminSettleEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/settle`. */
export const adminSettleEInvoiceOrder = lazily(() =>
  z
    .strictObject({
      decision: z.enum(["adopt", "create-again", "give-up", "declare-foreign"]),
      attempt: z.int().positive().optional(),
      order_uuid: id.optional(),
    })
    .superRefine(({ decision, attempt, order_uuid }, context) => {
      if ((decision === "declare-foreign") !== (attempt === undefined)) {
        context.addIssue({
          code: "custom",
          path: ["attempt"],
          message:
            attempt === undefined
              ? "attempt: send the attempt that was decided about, as the order shows it"
              : "attempt: does not go with the decision declare-foreign",
        })
      }
      const isNeeded = decision === "adopt" || decision === "declare-foreign"
      if (isNeeded !== (order_uuid !== undefined)) {
        context.addIssue({
          code: "custom",
          path: ["order_uuid"],
          message: isNeeded
            ? `order_uuid: name the order at the service that the decision ${decision} is about`
            : `order_uuid: goes with the decisions adopt and declare-foreign, not with ${decision}`,
        })
      }
    })
)

export type AdminSettleEInvoiceRefund = z.infer<ReturnType<typeof adminSettleEInvoiceRefund>>

/** Body of `POST /admin/e-invoice/orders/:id/refunds/:refund_id/settle`. */
export const adminSettleEInvoiceRefund = lazily(() =>
  z.strictObject({
    carried_out: z.boolean(),
    attempt: z.int().positive().optional(),
  })
)
