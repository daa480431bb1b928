import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../../connect/lazily"
import { CALLBACK_STATES } from "../../../../modules/e-invoice/models/e-invoice-callback"
import { id, listParams, oneOrMore } from "../list-query"

export type AdminListCallbacksParams = z.infer<ReturnType<typeof adminListCallbacksParams>>

/** Query of `GET /admin/e-invoice/callbacks`. */
export const adminListCallbacksParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    e_invoice_order_id: oneOrMore(id),
    state: oneOrMore(z.enum(CALLBACK_STATES)),
  })
)

/** Columns by which `GET /admin/e-invoice/callbacks` may be sorted. */
export const SORTABLE_CALLBACK_COLUMNS = ["id", "created_at", "state"] as const
