import { z } from "zod"

import type {
  Can,
  PerformedOperation,
  ReadAnswer,
  RememberedRecord,
} from "../../api/admin/e-invoice/answers"
import { toOre, writeDay } from "../lib/form-values"
import type { AdminQuery } from "../lib/request"
import type { TextKey, Translate } from "../lib/texts"
import type { BadgeColor } from "../orders/words"

/** A row of the service's list of subscriptions; the amount, in major units, is of one cycle. */
export type SubscriptionRow = ReadAnswer<"subscriptions.list">["data"][number]

const pageOf = <Row>({ data, count, limit }: { data: Row[]; count: number; limit: number }) => ({
  rows: data,
  count,
  limit,
})

/** `GET /admin/e-invoice/operations/subscriptions.list` */
export const readSubscriptionPage = (answer: ReadAnswer<"subscriptions.list">) => pageOf(answer)

/** A subscription as the service knows it, and what can be done with it; amounts in major units. */
export type Subscription = ReadAnswer<"subscriptions.details">["data"] & { readonly can?: Can }

/** One cycle of a subscription; amounts in major units. A refund asks for it by its `name`. */
export type SubscriptionCycle = Subscription["subscriptionCycles"][number]

/** A product line that each cycle bills; amounts in major units. */
export type SubscriptionLine = Subscription["productList"][number]

/** `GET /admin/e-invoice/operations/subscriptions.details` */
export const readSubscription = ({
  data,
  can,
}: ReadAnswer<"subscriptions.details">): Subscription => ({ ...data, can })

/** What the plugin remembers of a subscription or another record. */
export type { RememberedRecord }

/** `GET /admin/e-invoice/records` */
export const readRecordPage = ({
  records,
  count,
  search_cut,
}: {
  records: RememberedRecord[]
  count: number
  search_cut?: true
}) => ({ rows: records, count, isCut: search_cut })

/** What a creation answers, and whether its payment link has to be passed on. */
export const readCreated = ({ operation }: { operation: PerformedOperation }) => ({
  uuid: operation.subject_uuid,
  isPassedOn: operation.operation === "subscriptions.create-session",
})

/** A row of the service's list of failed payments. */
export type FailedPaymentRow = ReadAnswer<"subscriptions.failed-list">["data"][number]

/** `GET /admin/e-invoice/operations/subscriptions.failed-list` */
export const readFailedPaymentPage = (answer: ReadAnswer<"subscriptions.failed-list">) =>
  pageOf(answer)

/** A failed payment as the service knows it; amounts in major units. */
export type FailedPayment = ReadAnswer<"subscriptions.failed-details">["data"]

/** `GET /admin/e-invoice/operations/subscriptions.failed-details` */
export const readFailedPayment = ({ data }: ReadAnswer<"subscriptions.failed-details">) => data

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

/** The cycles that were paid and not paid back in full. */
export const refundableCycles = (cycles: readonly SubscriptionCycle[]): RefundableCycle[] =>
  cycles.flatMap(({ name, status, amount, refundedAmount }) => {
    const leftOre = toOre(amount ?? 0) - toOre(refundedAmount ?? 0)
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
 * pairs only. What staff left open is filled in.
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

/** A cycle by its place in words; as the service names it, where that is no place. */
export function cycleText(t: Translate, name: string): string {
  const [, number] = /^cycle\s*(\d+)$/i.exec(name) ?? []
  return number === undefined ? name : t("subscriptions.cycles.numbered", { number })
}
