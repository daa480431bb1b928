import { z } from "zod"

import { orderStatusSchema } from "../../connect"

/** Which operation made the order. */
const orderKinds = [
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

const orderLineSchema = z.object({
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

const reservationStatuses = [
  "SENT",
  "RESERVED",
  "CAPTURED",
  "CHARGED",
  "COMPLETED",
  "CANCELLED",
  "EXPIRED",
  "NOT PAID",
] as const

const lineShareSchema = z.object({ id: z.int(), amountOre: z.int() })

/** A part of a stored line, in øre. */
export type LineShare = z.infer<typeof lineShareSchema>

const movementSchema = z.object({
  /** `CAP...` or `CHA...`, which a refund names. */
  uuid: z.string(),
  /** Unix seconds. */
  at: z.int(),
  amountOre: z.int(),
  refundedOre: z.int(),
  /** What it took of each line, and what of that was refunded. */
  shares: z.array(lineShareSchema.extend({ refundedOre: z.int().default(0) })),
})

const eventSchema = z.object({
  /** Unix seconds. */
  at: z.int(),
  title: z.string(),
  note: z.string().nullable(),
  sentTo: z.string().nullable(),
  amountOre: z.int(),
  isRefundable: z.boolean(),
})

const reservedLineSchema = orderLineSchema.extend({
  /** What is still held or was captured of the line. */
  reservedOre: z.int(),
  capturedOre: z.int(),
})

export const reservationSchema = z.object({
  uuid: z.string(),
  customerUuid: z.string(),
  status: z.enum(reservationStatuses),
  /** Unix seconds, virtual time, as all times here. */
  createdAt: z.int(),
  orderDate: z.int(),
  dueAt: z.int().nullable(),
  reservedAt: z.int().nullable(),
  /** Until when the amount is held; null before confirmation and after release. */
  heldUntil: z.int().nullable(),
  /** Days after confirmation in which the stored card can be charged. */
  chargeValidityDays: z.int(),
  lines: z.array(reservedLineSchema),
  /** Lines added by charges: numbered apart from the reserved ones. */
  chargedLines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  grandTotalOre: z.int(),
  captures: z.array(movementSchema),
  charges: z.array(movementSchema),
  refundedAt: z.array(z.int()),
  paymentMethod: z.string(),
  sendOrderBy: z.object({ sms: z.boolean(), email: z.boolean() }),
  referenceNo: z.string().nullable(),
  customerReference: z.string().nullable(),
  customerNotes: z.string().nullable(),
  terms: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  history: z.array(eventSchema),
})

export type ReservationEvent = z.infer<typeof eventSchema>

/** A capture or a charge. */
export type Movement = z.infer<typeof movementSchema>

/** A card reservation as the sandbox keeps it. Money in whole øre. */
export type Reservation = z.infer<typeof reservationSchema>

/** What can still be captured, in øre. */
export function capturableOre(reservation: Reservation): number {
  return reservation.lines.reduce((sum, line) => sum + line.reservedOre - line.capturedOre, 0)
}

export function movedOre(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountOre }) => sum + amountOre, 0)
}

export function refundedOre(movements: readonly Movement[]): number {
  return movements.reduce((sum, movement) => sum + movement.refundedOre, 0)
}

const subscriptionStatuses = ["SENT", "ONGOING", "COMPLETED", "CANCELLED"] as const

const billingUnits = ["day", "week", "month", "year"] as const

export type BillingUnit = (typeof billingUnits)[number]

const cycleSchema = z.object({
  /** From 1; the service calls it `Cycle 1`. */
  number: z.int(),
  /** The order that bills the cycle, and holds its money: what follows repeats it. */
  orderUuid: z.string(),
  /** Unix seconds, virtual time, as all times here. */
  at: z.int(),
  amountOre: z.int(),
  /**
   * `paid` at once, or after it had failed; a failed one is `invoiced` first, and goes to `debtCollection` when the
   * invoice stays unpaid; `cancelled` as its order was.
   */
  state: z.enum(["paid", "invoiced", "debtCollection", "cancelled"]),
  /** Whether the card was refused when the cycle was due. */
  hasFailed: z.boolean(),
  refundedOre: z.int(),
})

export const subscriptionSchema = z.object({
  uuid: z.string(),
  customerUuid: z.string(),
  /** The order that bills its first cycle: it exists from the start. */
  firstOrderUuid: z.string(),
  status: z.enum(subscriptionStatuses),
  createdAt: z.int(),
  startAt: z.int(),
  endAt: z.int(),
  dueAt: z.int().nullable(),
  unit: z.enum(billingUnits),
  /** How many cycles in all. */
  repeats: z.int(),
  payablePerCycleOre: z.int(),
  /** Of the first cycle, where it differs. */
  initialCycleOre: z.int().nullable(),
  lines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  totalDiscountOre: z.int(),
  grandTotalOre: z.int(),
  currency: z.string(),
  paymentMethod: z.string(),
  sendOrderBy: z.object({ sms: z.boolean(), email: z.boolean() }),
  customerNotes: z.string().nullable(),
  terms: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  /** When the next cycle is due; null before the payer confirmed and after the last one. */
  nextCycleAt: z.int().nullable(),
  cycles: z.array(cycleSchema),
})

/** One billing of a subscription. Money in whole øre. */
export type Cycle = z.infer<typeof cycleSchema>

/** A subscription as the sandbox keeps it. Money in whole øre. */
export type Subscription = z.infer<typeof subscriptionSchema>

/** The order of its latest cycle. */
export const latestOrder = ({ cycles, firstOrderUuid }: Subscription): string =>
  cycles.at(-1)?.orderUuid ?? firstOrderUuid

/** A cycle's name on the wire. */
export function cycleName({ number }: Cycle): string {
  return `Cycle ${number}`
}

export function paidCycles({ cycles }: Subscription): Cycle[] {
  return cycles.filter(({ state }) => state === "paid")
}

export function sumOre(cycles: readonly Cycle[], amount: (cycle: Cycle) => number): number {
  return cycles.reduce((sum, cycle) => sum + amount(cycle), 0)
}

const amountOre = z.int()

const shareSchema = z.object({ id: z.int(), amountOre })

const whatSchema = z.discriminatedUnion("record", [
  z.object({
    record: z.literal("order"),
    recordUuid: z.string(),
    amountOre,
    shares: z.array(shareSchema),
  }),
  z.object({
    record: z.literal("reservation"),
    recordUuid: z.string(),
    amountOre,
    source: z.enum(["captured", "charged"]),
    /** The capture or charge that is paid back. */
    reference: z.string(),
    shares: z.array(shareSchema).default([]),
  }),
])

/** A refund that was checked and accepted. Money in whole øre. */
export type AcceptedRefund = z.infer<typeof whatSchema>

export const delayedRefundSchema = z.object({
  /** Unix seconds, virtual time, when it is carried out; null: when told to. */
  at: z.int().nullable(),
  refund: whatSchema,
})

/** A refund that was accepted and is not yet carried out. */
export type DelayedRefund = z.infer<typeof delayedRefundSchema>

/** A refund that waits for the operator's approval. Money in whole øre. */
export const refundApprovalSchema = z.object({
  uuid: z.string(),
  /** The order or reservation. */
  recordUuid: z.string(),
  type: z.enum(["regular", "invoiced", "reservation"]),
  amountOre: z.int(),
  shares: z.array(lineShareSchema),
  /** Why the ordinary refund was refused, as the merchant passed it on. */
  message: z.string(),
  /** The capture or charge, for a reservation. */
  source: z.enum(["captured", "charged"]).nullable(),
  reference: z.string().nullable(),
  /** Unix seconds. */
  requestedAt: z.int(),
  state: z.enum(["pending", "approved", "rejected"]),
})

/** A request to approve a refund, as the sandbox keeps it. Money in whole øre. */
export type RefundApproval = z.infer<typeof refundApprovalSchema>

const addressSchema = z.object({
  uuid: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
})

export const customerSchema = z.object({
  uuid: z.string(),
  type: z.enum(["private", "corporate"]),
  name: z.string(),
  countryCode: z.string(),
  msisdn: z.string(),
  email: z.string(),
  preferredLanguage: z.string(),
  personalNumber: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** A corporate customer's further contacts, as sent. */
  contacts: z.array(z.record(z.string(), z.unknown())),
  billing: addressSchema,
  shipping: addressSchema.nullable(),
})

export type Address = z.infer<typeof addressSchema>

/** A customer as the service keeps one; comes into being with its first order. */
export type Customer = z.infer<typeof customerSchema>

export const userSchema = z.object({
  uuid: z.string(),
  role: z.enum(["user", "business-admin"]),
  name: z.string(),
  email: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
})

/** A user of the merchant's organization. */
export type User = z.infer<typeof userSchema>

const assessment = {
  score: z.int(),
  scoreMessage: z.string(),
  riskLevel: z.enum(["Low", "Moderate", "High"]),
  defaultProbability: z.string(),
}

export const creditCheckSchema = z.object({
  uuid: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
  type: z.enum(["private", "corporate"]),
  name: z.string(),
  companyType: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** Masked in its middle: the whole number is not kept. */
  personalNumber: z.string().nullable(),
  countryCode: z.string().nullable(),
  msisdn: z.string().nullable(),
  ...assessment,
})

export const companyCheckSchema = z.object({
  uuid: z.string(),
  createdAt: z.int(),
  companyId: z.string(),
  companyType: z.string(),
  companyName: z.string(),
  /** `pending` until the person behind the company has proved who they are. */
  state: z.enum(["pending", "verified", "failed"]),
  callbackUrl: z.string(),
  redirects: z.object({ success: z.string(), failure: z.string() }),
  ...assessment,
})

/** A credit check as the sandbox keeps it, without the whole personal number. */
export type CreditCheck = z.infer<typeof creditCheckSchema>

/** A company's check as the sandbox keeps it. */
export type CompanyCheck = z.infer<typeof companyCheckSchema>

/** What a credit check says of a customer. */
export type Assessment = Pick<
  CreditCheck,
  "score" | "scoreMessage" | "riskLevel" | "defaultProbability"
>

export const sumOfShares = (shares: readonly LineShare[]): number =>
  shares.reduce((sum, { amountOre }) => sum + amountOre, 0)
