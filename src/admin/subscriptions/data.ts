import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../lib/answer-values"
import { writeDay } from "../lib/form-values"
import type { AdminQuery } from "../lib/request"
import type { TextKey } from "../lib/texts"
import type { BadgeColor } from "../orders/words"

const optionalFlag = z.boolean().nullable().catch(null)
const wholeNumber = z.int().nullable().catch(null)

const rowSchema = z.object({
  subscriptionUuid: z.string(),
  status: z.string(),
  repeats: wholeNumber,
  frequency: optionalText,
  /** Major units, for one cycle. */
  amount: optionalAmount,
  currency: optionalText,
  createdAt: optionalText,
  customerName: optionalText,
  customerEmail: optionalText,
  numberOfPaidCycles: wholeNumber,
})

/** A row of the service's list of subscriptions. */
export type SubscriptionRow = z.infer<typeof rowSchema>

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z
    .object({
      data: lenientList(row),
      count: z.number(),
      limit: z.number().catch(0),
    })
    .transform(({ data, count, limit }) => ({ rows: data, count, limit }))

/** `GET /admin/e-invoice/operations/subscriptions.list` */
export const parseSubscriptionPage = (answer: unknown) => pageOf(rowSchema).parse(answer)

const cycleSchema = z.object({
  /** By which a refund asks for it: `Cycle 1`. */
  name: z.string(),
  reference: optionalText,
  status: optionalText,
  amount: optionalAmount,
  startDate: optionalText,
  endDate: optionalText,
  refundedAmount: optionalAmount,
})

/** One cycle of a subscription; amounts in major units. */
export type SubscriptionCycle = z.infer<typeof cycleSchema>

const addressSchema = z
  .object({
    street: optionalText,
    zip: optionalText,
    city: optionalText,
    country: optionalText,
  })
  .nullable()
  .catch(null)

const lineSchema = z.object({
  productName: optionalText,
  quantity: optionalAmount,
  tax: optionalAmount,
  amount: optionalAmount,
})

/** A product line that each cycle bills; amounts in major units. */
export type SubscriptionLine = z.infer<typeof lineSchema>

const emptySummary = {
  subscriptionAmount: null,
  amountPaid: null,
  amountRefunded: null,
  amountInBank: null,
  startDate: null,
  endDate: null,
  dueDateForPaymentLink: null,
  payablePerCycle: null,
  frequency: null,
  repeats: null,
  currency: null,
  isRefundable: null,
}

const summarySchema = z
  .object({
    subscriptionAmount: optionalAmount,
    amountPaid: optionalAmount,
    amountRefunded: optionalAmount,
    amountInBank: optionalAmount,
    startDate: optionalText,
    endDate: optionalText,
    dueDateForPaymentLink: optionalText,
    payablePerCycle: optionalAmount,
    frequency: optionalText,
    repeats: wholeNumber,
    currency: optionalText,
    isRefundable: optionalFlag,
  })
  .catch(emptySummary)

const subscriptionSchema = z.object({
  subscriptionUuid: z.string(),
  status: z.string(),
  subscriptionSummary: summarySchema,
  productList: lenientList(lineSchema),
  customerDetails: z
    .object({
      customerUuid: optionalText,
      customerName: optionalText,
      customerEmail: optionalText,
      countryCode: optionalText,
      msisdn: optionalText,
      address: addressSchema,
    })
    .nullable()
    .catch(null),
  subscriptionCycles: lenientList(cycleSchema),
  customerNote: optionalText,
})

/** A subscription as the service knows it; amounts in major units. */
export type Subscription = z.infer<typeof subscriptionSchema>

/** `GET /admin/e-invoice/operations/subscriptions.details` */
export const parseSubscription = (answer: unknown): Subscription =>
  z.object({ data: subscriptionSchema }).parse(answer).data

const recordSchema = z.object({
  id: z.string(),
  kind: z.string(),
  remote_uuid: z.string(),
  order_id: optionalText,
  customer_id: optionalText,
  /** Major units. */
  amount: optionalAmount,
  currency_code: optionalText,
  status: optionalText,
  payment_url: optionalText,
  created_at: optionalDate,
})

/** What the plugin remembers of a subscription or another record. */
export type RememberedRecord = z.infer<typeof recordSchema>

/** A list of what the plugin remembers, wherever it stands in an answer. */
export const rememberedRecords = lenientList(recordSchema)

/** `GET /admin/e-invoice/records` */
export const parseRecordPage = (answer: unknown) =>
  z
    .object({ records: rememberedRecords, count: z.number() })
    .transform(({ records, count }) => ({ rows: records, count }))
    .parse(answer)

/** What a creation answers, and whether its payment link has to be passed on. */
export const parseCreated = (answer: unknown) =>
  z
    .object({
      operation: z.object({
        operation: z.string(),
        subject_uuid: optionalText,
      }),
    })
    .transform(({ operation }) => ({
      uuid: operation.subject_uuid,
      isPassedOn: operation.operation === "subscriptions.create-session",
    }))
    .parse(answer)

const failedRowSchema = z.object({
  orderUuid: z.string(),
  orderDate: optionalText,
  customerName: optionalText,
  currency: optionalText,
  amount: optionalAmount,
  status: optionalText,
})

/** A row of the service's list of failed payments. */
export type FailedPaymentRow = z.infer<typeof failedRowSchema>

/** `GET /admin/e-invoice/operations/subscriptions.failed-list` */
export const parseFailedPaymentPage = (answer: unknown) => pageOf(failedRowSchema).parse(answer)

const failedPaymentSchema = z.object({
  subscriptionUuid: optionalText,
  orderDate: optionalText,
  customerName: optionalText,
  email: optionalText,
  countryCode: optionalText,
  msisdn: optionalText,
  street: optionalText,
  zip: optionalText,
  city: optionalText,
  country: optionalText,
  subTotal: optionalAmount,
  totalDiscount: optionalAmount,
  totalTax: optionalAmount,
  currency: optionalText,
  status: optionalText,
  products: lenientList(lineSchema),
})

/** A failed payment as the service knows it; amounts in major units. */
export type FailedPayment = z.infer<typeof failedPaymentSchema>

/** `GET /admin/e-invoice/operations/subscriptions.failed-details` */
export const parseFailedPayment = (answer: unknown): FailedPayment =>
  z.object({ data: failedPaymentSchema }).parse(answer).data

type Words = { readonly text: TextKey; readonly color: BadgeColor }

const ofSubscription: Readonly<Record<string, Words>> = {
  SENT: { text: "subscriptions.status.sent", color: "orange" },
  SEND: { text: "subscriptions.status.sent", color: "orange" },
  ONGOING: { text: "subscriptions.status.ongoing", color: "green" },
  "ON GOING": { text: "subscriptions.status.ongoing", color: "green" },
  COMPLETED: { text: "subscriptions.status.completed", color: "grey" },
  CANCELLED: { text: "subscriptions.status.cancelled", color: "red" },
}

const ofCycle: Readonly<Record<string, Words>> = {
  PAID: { text: "subscriptions.cycleStatus.paid", color: "green" },
  INVOICED: { text: "subscriptions.cycleStatus.invoiced", color: "orange" },
  INKASSO: { text: "subscriptions.cycleStatus.debtCollection", color: "red" },
  DEBTCOLLECTION: {
    text: "subscriptions.cycleStatus.debtCollection",
    color: "red",
  },
  REFUNDED: { text: "subscriptions.cycleStatus.refunded", color: "grey" },
}

const normalised = (status: string) => status.trim().toUpperCase().replaceAll(/[_-]/g, " ")

/** A subscription's status in words; undefined for one the service has not published. */
export const subscriptionWords = (status: string): Words | undefined =>
  ofSubscription[normalised(status)]

/** The status of a cycle, or of a failed payment, in words. */
export const cycleWords = (status: string): Words | undefined => ofCycle[normalised(status)]

const frequencies: Readonly<Record<string, TextKey>> = {
  day: "subscriptions.frequency.day",
  daily: "subscriptions.frequency.day",
  week: "subscriptions.frequency.week",
  weekly: "subscriptions.frequency.week",
  month: "subscriptions.frequency.month",
  monthly: "subscriptions.frequency.month",
  year: "subscriptions.frequency.year",
  yearly: "subscriptions.frequency.year",
}

/** How often a subscription bills, in words. */
export const frequencyWords = (frequency: string): TextKey | undefined =>
  frequencies[frequency.trim().toLowerCase()]

/** A cycle of which something can be paid back. */
export type RefundableCycle = {
  /** By which the service knows it: `Cycle 1`. */
  readonly name: string
  /** Whole øre. */
  readonly leftOre: number
}

const ore = (amount: number) => Math.round(amount * 100)

/** The cycles that were paid and not paid back in full. */
export const refundableCycles = (cycles: readonly SubscriptionCycle[]): RefundableCycle[] =>
  cycles.flatMap(({ name, status, amount, refundedAmount }) => {
    const leftOre = ore(amount ?? 0) - ore(refundedAmount ?? 0)
    return status?.toUpperCase() === "PAID" && leftOre > 0 ? [{ name, leftOre }] : []
  })

/** What can be paid back of the chosen cycles together; major units. */
export const leftOf = (cycles: readonly RefundableCycle[], chosen: readonly string[]): number =>
  cycles
    .filter(({ name }) => chosen.includes(name))
    .reduce((sum, { leftOre }) => sum + leftOre, 0) / 100

const chosenDays = z
  .object({
    $gte: z.string().optional(),
    $gt: z.string().optional(),
    $lte: z.string().optional(),
    $lt: z.string().optional(),
  })
  .optional()
  .catch(undefined)

const chosenStatus = z
  .union([z.string(), z.array(z.string()).transform(([first]) => first)])
  .optional()
  .catch(undefined)

/** Before any subscription there is. */
const EARLIEST = "2000-01-01"

/**
 * What the service's own lists are asked: one status, a page, part of a customer's name, and days, which it takes in
 * pairs only. What a person left open is filled in.
 */
export const serviceListQuery = (
  { q, created, status }: AdminQuery,
  pageIndex: number,
  today = new Date()
): AdminQuery => {
  const { $gte, $gt, $lte, $lt } = chosenDays.parse(created) ?? {}
  const from = $gte ?? $gt
  const until = $lte ?? $lt
  return {
    page: pageIndex + 1,
    status: chosenStatus.parse(status),
    customerName: q,
    ...((from ?? until) && {
      startDate: from ? writeDay(new Date(from)) : EARLIEST,
      endDate: writeDay(until ? new Date(until) : today),
    }),
  }
}
