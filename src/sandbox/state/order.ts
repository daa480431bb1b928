import { z } from "zod"
import { orderStatusSchema } from "../../connect"

/** Which operation made the order. */
export const orderKinds = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "payment-link",
  "checkout-session",
  "invoice-session",
  "hosted-checkout",
  "subscription",
] as const

const historyEntrySchema = z.object({
  /** Virtual time, ISO 8601. */
  at: z.string(),
  title: z.string(),
  note: z.string().nullable(),
})

export const orderLineSchema = z.object({
  /** The service's own number of the line, which a refund names. */
  id: z.int(),
  name: z.string(),
  productId: z.string().nullable(),
  quantity: z.number(),
  /** Kroner, as sent. */
  rate: z.number(),
  /** Kroner, as sent. */
  discount: z.number(),
  /** Percent. */
  tax: z.number(),
  amountOre: z.int(),
  refundedOre: z.int(),
})

export const orderSchema = z.object({
  uuid: z.string(),
  kind: z.enum(orderKinds),
  /** Null for a session made without a customer. */
  customerUuid: z.string().nullable(),
  status: orderStatusSchema,
  /** Unix seconds, virtual time. */
  createdAt: z.int(),
  /** Unix seconds, as the merchant sent it. */
  orderDate: z.int(),
  /** Unix seconds; a payment link that is still unpaid then expires. */
  dueAt: z.int().nullable(),
  lines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  totalDiscountOre: z.int(),
  grandTotalOre: z.int(),
  /** Money that came in. */
  receivedOre: z.int(),
  /** Refunded money. */
  refundedOre: z.int(),
  /** Taken off an invoice before it was paid. */
  creditedOre: z.int(),
  /** Unix seconds of each refund: the service limits how many a week may hold. */
  refundedAt: z.array(z.int()),
  invoiceNumber: z.string().nullable(),
  paymentMethod: z.string(),
  referenceNo: z.string().nullable(),
  customerReference: z.string().nullable(),
  /** How it is to be invoiced, as the merchant asked or the interface's defaults have it; null for orders without an invoice. */
  invoiceTerms: z
    .object({
      /** 0 daily, 1 once a month, 2 twice a month. */
      invoiceInterval: z.int(),
      /** Days; null where the merchant left it to the account. */
      invoiceMaturity: z.int().nullable(),
      invoiceFeeApplicable: z.boolean(),
      separateInvoices: z.boolean(),
    })
    .nullable(),
  callbackUrl: z.string().nullable(),
  /** Where the payer's browser goes, for orders with a payment page. */
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  /** What will happen by itself, and when (Unix seconds, virtual time). */
  planned: z
    .object({
      at: z.int(),
      action: z.enum(["invoice", "pay", "cancel", "expire"]),
    })
    .nullable(),
  history: z.array(historyEntrySchema),
})

export type OrderKind = (typeof orderKinds)[number]
export type OrderLine = z.infer<typeof orderLineSchema>

/** An order as the sandbox keeps it. Money in whole øre. */
export type Order = z.infer<typeof orderSchema>

/** What of the order can still be paid back or taken off its invoice, in øre: nothing of one that ended unpaid. */
export function refundableOre(order: Order): number {
  if (order.status === "CANCELLED" || order.status === "EXPIRED") {
    return 0
  }
  return order.grandTotalOre - order.refundedOre - order.creditedOre
}
