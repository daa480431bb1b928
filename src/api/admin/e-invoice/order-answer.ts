import type { MedusaContainer } from "@medusajs/framework/types"
import type { InferTypeOf } from "@medusajs/framework/types"

import type EInvoiceOrder from "../../../modules/e-invoice/models/e-invoice-order"
import type { OtherOrder } from "../../../modules/e-invoice/creation/other-orders"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { type Attention, flagsOf } from "../../../modules/e-invoice/status/flags"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"

type EInvoiceOrderRecord = InferTypeOf<typeof EInvoiceOrder>

/** Names what an admin sees of an order. What is not named is not shown: token hash, fingerprint, customer. */
export const SHOWN = [
  "id",
  "order_id",
  "payment_id",
  "cart_id",
  "reference_no",
  "currency_code",
  "grand_total",
  "refunded_total",
  "state",
  "attempt",
  "remote_order_uuid",
  "remote_status",
  "paid_at",
  "attention",
  "cancel_requested_at",
  "invoice_number",
  "failure",
  "last_checked_at",
  "last_checked_by",
  "next_check_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof EInvoiceOrderRecord)[]

/** `flags` are all that a person has to look at, the gravest first; `attention` is the first of them. */
export type ShownEInvoiceOrder = Pick<EInvoiceOrderRecord, (typeof SHOWN)[number]> & {
  flags: Attention[]
}

/** An e-invoice order as a list shows it; amounts in major units. */
export function shown(order: EInvoiceOrderRecord): ShownEInvoiceOrder {
  const flags = flagsOf(order.attention)
  return {
    ...(Object.fromEntries(SHOWN.map((name) => [name, order[name]])) as Pick<
      EInvoiceOrderRecord,
      (typeof SHOWN)[number]
    >),
    attention: flags[0] ?? null,
    flags,
  }
}

/**
 * An e-invoice order with its timeline, its refunds, further orders at the service for the same payment, and the request as it was sent, which holds no customer.
 *
 * @throws MedusaError when there is none
 */
export async function orderAnswer(container: MedusaContainer, id: string) {
  const eInvoice = eInvoiceModule(container)
  const [order] = await eInvoice.listEInvoiceOrders({ id })
  if (!order) {
    throw noSuchOrder(id)
  }
  const [timeline, refunds, otherOrders] = await Promise.all([
    eInvoice.timeline.list(id),
    eInvoice.refunds.list(id),
    eInvoice.otherOrders.of(id),
  ])
  return {
    ...shown(order),
    sent_request: order.sent_request,
    other_orders: otherOrders.map(shownOther),
    timeline,
    refunds: refunds.map(shownRefund),
  }
}

const shownOther = (other: OtherOrder) => ({
  order_uuid: other.orderUuid,
  state: other.state,
  found_by: other.foundBy,
  found_at: other.foundAt,
  status: other.status,
})

const shownRefund = (refund: RefundRow) => ({
  id: refund.id,
  refund_id: refund.refund_id,
  amount: refund.amount,
  type: refund.type,
  products: refund.products,
  state: refund.state,
  attempt: refund.attempt,
  failure: refund.failure,
  created_at: refund.created_at,
})
