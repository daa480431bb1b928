import type { AdminOrder } from "@medusajs/framework/types"
import { z } from "zod"

import {
  lenientList,
  optionalAmount,
  optionalDate,
  optionalRecord,
  optionalText,
} from "../lib/answer-values"

const lineSchema = z.object({
  name: optionalText,
  productId: optionalText,
  quantity: optionalAmount,
  rate: optionalAmount,
  discount: optionalAmount,
  tax: optionalAmount,
  amount: optionalAmount,
})

const totalsSchema = z.object({
  subTotal: optionalAmount,
  totalTax: optionalAmount,
  totalDiscount: optionalAmount,
  grandTotal: optionalAmount,
})

/**
 * The request an e-invoice order was made from, as the journal keeps it: without the customer. Amounts in major units,
 * tax in percent, `orderDate` in unix seconds.
 */
const sentRequestSchema = z.object({
  products: lenientList(lineSchema),
  orderSummary: totalsSchema,
  orderDate: optionalAmount,
  referenceNo: optionalText,
})

export type SentRequest = z.infer<typeof sentRequestSchema>
export type SentLine = z.infer<typeof lineSchema>
export type SentTotals = z.infer<typeof totalsSchema>

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
  attempt: z.number().catch(0),
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

/**
 * Changes when Medusa's own view of an order's payments changes. As part of a query key it makes our data follow what
 * happens through Medusa's own buttons: capture, refund, cancel.
 */
export const orderRevision = (order: AdminOrder): string =>
  [
    order.status,
    ...(order.payment_collections ?? []).flatMap((collection) =>
      (collection.payments ?? []).map((payment) =>
        [
          payment.id,
          payment.captured_at ? "captured" : "",
          payment.canceled_at ? "canceled" : "",
          payment.refunds?.length ?? 0,
        ].join()
      )
    ),
  ].join("|")

const PROVIDER_PREFIX = "pp_e-invoice_"

/** Whether an order was paid, or is to be paid, through this plugin, as far as Medusa's own order tells. */
export const isPaidByEInvoice = (order: AdminOrder): boolean =>
  (order.payment_collections ?? [])
    .flatMap((collection) => [
      ...(collection.payments ?? []),
      ...(collection.payment_sessions ?? []),
    ])
    .some(({ provider_id }) => provider_id.startsWith(PROVIDER_PREFIX))

const failureSchema = z.object({
  message: optionalText,
  at: optionalDate,
  lookup: z
    .object({
      at: optionalDate,
      result: optionalText,
      orderUuids: z.array(z.string()).catch([]),
    })
    .nullable()
    .catch(null),
})

/** Why nobody knows whether an order exists, and what was seen when it was looked for at the service. */
export type LookUpEvidenceView = {
  /** A sentence of the server. */
  readonly message: string | null
  readonly failedAt: string | null
  readonly lookedAt: string | null
  /** `none`, `unclear` or `failed`; null when nobody has looked yet. */
  readonly result: string | null
  /** Orders at the service that may be the one. */
  readonly orderUuids: readonly string[]
}

/** Reads what the journal kept of a failed creation. */
export const readLookUp = (failure: unknown): LookUpEvidenceView => {
  const { data } = failureSchema.safeParse(failure ?? {})
  return {
    message: data?.message ?? null,
    failedAt: data?.at ?? null,
    lookedAt: data?.lookup?.at ?? null,
    result: data?.lookup?.result ?? null,
    orderUuids: data?.lookup?.orderUuids ?? [],
  }
}

/** How an order's customer can be reached, as the fields of a form begin. */
export type OrderContact = {
  readonly email: string
  readonly countryCode: string
  /** Digits alone, without the calling code. */
  readonly msisdn: string
}

const HOME = { country: "no", callingCode: "+47" }

/** What the contact is read from. */
export type ReachableOrder = Pick<AdminOrder, "email" | "billing_address" | "shipping_address">

/**
 * The contact of a Medusa order, as far as it says. A number without a calling code is a Norwegian one where its address
 * is in Norway or names no country; any other is left to the person, so that nothing is sent to a stranger.
 */
export const contactOf = (order: ReachableOrder): OrderContact => {
  const address = addressWithPhone(order) ?? order.billing_address ?? order.shipping_address
  const phone = (address?.phone ?? "").replace(/[^\d+]/g, "")
  const withoutHome = phone.replace(/^(\+|00)47/, "")
  const isNational = !/^(\+|00)/.test(phone)
  const isAtHome = (address?.country_code || HOME.country).toLowerCase() === HOME.country
  const isNorwegian = withoutHome !== phone || (isNational && isAtHome)

  return {
    email: order.email ?? "",
    countryCode: isNorwegian ? HOME.callingCode : "",
    msisdn: isNorwegian ? withoutHome.replace(/\D/g, "") : "",
  }
}

/** Whether an order names a phone number, of whatever country. */
export const hasPhone = (order: ReachableOrder): boolean => addressWithPhone(order) !== undefined

const addressWithPhone = ({ billing_address, shipping_address }: ReachableOrder) =>
  [billing_address, shipping_address].find((address) => address?.phone?.trim())

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
  order_id !== null && state === "succeeded" && !flags.includes("order_missing")
    ? `/orders/${order_id}`
    : `/e-invoice/orders/${id}`
