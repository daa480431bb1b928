import { z } from "zod"

import { type EInvoiceOrderSummary, parseOrderList } from "../../lib/e-invoice-order"

const countSchema = z.object({ count: z.number() })

/** Reads a page of `GET /admin/e-invoice/orders`. */
export const parseOrderPage = (
  answer: unknown
): { rows: EInvoiceOrderSummary[]; count: number } => ({
  rows: parseOrderList(answer),
  count: countSchema.parse(answer).count,
})

/**
 * Where an invoice order is looked after: on the Medusa order's page where there is one, else on its own. Medusa takes an
 * order back when its checkout fails, so that only an order that came to be has a page there.
 */
export const orderTarget = ({
  id,
  order_id,
  state,
  flags,
}: Pick<EInvoiceOrderSummary, "id" | "order_id" | "state" | "flags">): string =>
  order_id !== null && state === "created" && !flags.includes("order_missing")
    ? `/orders/${order_id}`
    : `/e-invoice/orders/${id}`
