import { z } from "zod"

import {
  lenientList,
  optionalAmount,
  optionalDate,
  optionalRecord,
  optionalText,
} from "./answer-values"
import { sentRequestSchema } from "./sent-request"

const summaryShape = {
  id: z.string(),
  order_id: optionalText,
  payment_id: optionalText,
  reference_no: optionalText,
  currency_code: z.string(),
  grand_total: optionalAmount,
  refunded_total: optionalAmount,
  state: z.string(),
  remote_order_uuid: optionalText,
  remote_status: optionalText,
  paid_at: optionalDate,
  attention: optionalText,
  attempts: z.number().catch(0),
  flags: lenientList(z.string()),
  cancel_requested_at: optionalDate,
  invoice_number: optionalText,
  failure: optionalRecord,
  last_checked_at: optionalDate,
  last_checked_by: optionalText,
  created_at: optionalDate,
}

const summarySchema = z.object(summaryShape)

const timelineEntrySchema = z.object({
  id: z.string(),
  at: optionalDate,
  actor: optionalText,
  action: z.string(),
  outcome: optionalText,
  detail: optionalRecord,
})

const refundSchema = z.object({
  id: z.string(),
  amount: optionalAmount,
  state: optionalText,
  attempt: z.number().catch(1),
  failure: optionalRecord,
})

const otherOrderSchema = z.object({
  order_uuid: z.string(),
  state: z.string(),
  status: optionalText,
})

const detailSchema = z.object({
  ...summaryShape,
  timeline: lenientList(timelineEntrySchema),
  refunds: lenientList(refundSchema),
  other_orders: lenientList(otherOrderSchema),
  sent_request: sentRequestSchema.nullable().catch(null),
})

const listAnswerSchema = z.object({
  e_invoice_orders: lenientList(summarySchema),
})

const detailAnswerSchema = z.object({ e_invoice_order: detailSchema })

/** An e-invoice order as a list shows it. Amounts are decimal major units. */
export type EInvoiceOrderSummary = z.infer<typeof summarySchema>

/** An e-invoice order with its timeline, its refunds and the masked request it was made from. */
export type EInvoiceOrderDetail = z.infer<typeof detailSchema>

/** Who did what to an e-invoice order, when, and how it ended. */
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** A refund the service was asked for; `amount` in decimal major units. */
export type EInvoiceRefund = z.infer<typeof refundSchema>

/** Reads the answer of `GET /admin/e-invoice/orders`. */
export const parseOrderList = (answer: unknown): EInvoiceOrderSummary[] =>
  listAnswerSchema.parse(answer).e_invoice_orders

/** In the order in which they were made, which is how a person counts them. */
export const oldestFirst = (orders: readonly EInvoiceOrderSummary[]): EInvoiceOrderSummary[] =>
  orders.toSorted((one, other) => (one.created_at ?? "").localeCompare(other.created_at ?? ""))

/**
 * Whether an order's page has anything to say of an e-invoice: a bill that the service refused left nothing behind, and
 * whoever sent it was told why.
 */
export const isWorthShowing = ({ state, payment_id, attention }: EInvoiceOrderSummary): boolean =>
  state !== "rejected" || payment_id !== null || attention !== null

/** Reads the answer of `GET /admin/e-invoice/orders/:id`. */
export const parseOrderDetail = (answer: unknown): EInvoiceOrderDetail =>
  detailAnswerSchema.parse(answer).e_invoice_order
