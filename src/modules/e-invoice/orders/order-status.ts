import { type OrderStatus, parseOrderStatus } from "../../../connect"

/**
 * Statuses in the order in which an order can go through them (docs/status.md says why each stands where it does).
 * A status further down wins over one further up, whichever was heard of first.
 */
export const STATUS_LADDER = [
  "SENT",
  "EXPIRED",
  "INVOICED",
  "REMINDER",
  "PURRING",
  "INKASSO",
  "CANCELLED",
  "PAID",
  "PARTIAL REFUNDED",
  "CREDITED",
  "REFUNDED",
] as const satisfies readonly OrderStatus[]

/** A status that says something lasting about an order. */
export type LastingStatus = (typeof STATUS_LADDER)[number]

/** What a new order is at the service until news of it comes. */
export const INITIAL_STATUS = "SENT" satisfies LastingStatus

/** What is known of an order: the highest status it had on the ladder, and whether the service ever said PAID. */
export type KnownStatus = {
  /** Undefined while nothing lasting is known. */
  readonly status: LastingStatus | undefined
  readonly paid: boolean
}

/** `passing`: the news says nothing lasting, so it changes nothing. */
export type Verdict = "advanced" | "repeated" | "late" | "passing"

/** What is known of an order once news has been heard, and what the news was worth. */
export type Judgement = KnownStatus & { readonly verdict: Verdict }

/** What Medusa has to be brought to for an order in some status. */
export type StatusGoal = {
  /** `leave`: nothing to do; `capture`: the payment is captured; `release`: the payment is cancelled. */
  readonly payment: "leave" | "capture" | "release"
  /** The service refunded or credited something, which has to be compared with what Medusa refunded. */
  readonly refunded: boolean
}

/** Which statuses count as captured: the plugin's option `capturedStatuses`. */
export type CapturedStatuses = readonly ("PAID" | "INVOICED")[]

const RUNGS: ReadonlyMap<OrderStatus, number> = new Map(
  STATUS_LADDER.map((status, rung) => [status, rung])
)

/** The service reminds of an invoice, or has the debt collected, once it is due and unpaid. */
const PAST_DUE: ReadonlySet<LastingStatus> = new Set(["REMINDER", "PURRING", "INKASSO"])

const AN_INVOICE_IS_OUT: ReadonlySet<LastingStatus> = new Set(["INVOICED", ...PAST_DUE])

const WENT_BACK: ReadonlySet<LastingStatus> = new Set(["PARTIAL REFUNDED", "CREDITED", "REFUNDED"])

/** Whether a status says something lasting about an order, and so may become its status. */
export const isLastingStatus = (status: OrderStatus | undefined): status is LastingStatus =>
  status !== undefined && RUNGS.has(status)

/** The lasting status that a word of the service stands for, in whatever spelling; undefined where it says none. */
export function lastingStatusOf(word: string | null): LastingStatus | undefined {
  const status = parseOrderStatus(word)
  return isLastingStatus(status) ? status : undefined
}

/**
 * Decides what news of an order's status means: the higher of the two on the ladder wins, and PAID is remembered beside
 * it. Any order of the same news therefore ends in the same knowledge, and late or repeated news takes nothing back.
 *
 * @param news a status the service reports
 */
export function judgeStatus(known: KnownStatus, news: OrderStatus): Judgement {
  if (!isLastingStatus(news)) {
    return { ...known, verdict: "passing" }
  }
  const paid = wasPaid(known) || news === "PAID"
  const status = rungOf(news) > rungOf(known.status) ? news : known.status
  if (status !== known.status || paid !== known.paid) {
    return { status, paid, verdict: "advanced" }
  }
  return { status, paid, verdict: news === status ? "repeated" : "late" }
}

/**
 * What Medusa has to be brought to for an order of which this much is known. It does not depend on the way there, so
 * that it may be attempted until it has happened.
 */
export function goalOf(known: KnownStatus, captured: CapturedStatuses): StatusGoal {
  const refunded = isRefundedStatus(known.status)
  if (isEndedWithoutPayment(known.status)) {
    return { payment: "release", refunded }
  }
  if (countsAsCaptured(known, captured)) {
    return { payment: "capture", refunded }
  }
  return { payment: isCreditedInFull(known) ? "release" : "leave", refunded }
}

/**
 * Whether all that an unpaid invoice asked for was credited, and nothing of it will be paid. CREDITED is not believed to say so: it
 * may be said of a part.
 */
export const isCreditedInFull = (known: KnownStatus): boolean =>
  known.status === "REFUNDED" && !wasPaid(known)

/**
 * Whether an order counts as captured in Medusa: when its money came, or, by option, as soon as its invoice was out.
 * A refund says neither: the service also credits unpaid invoices.
 */
export function countsAsCaptured(
  { status, paid }: KnownStatus,
  captured: CapturedStatuses
): boolean {
  const invoiced =
    isRefundedStatus(status) || (status !== undefined && AN_INVOICE_IS_OUT.has(status))
  return wasPaid({ status, paid }) || (invoiced && captured.includes("INVOICED"))
}

/** Whether the service ever said PAID; a status PAID says so by itself. */
export const wasPaid = ({ status, paid }: KnownStatus): boolean => paid || status === "PAID"

/**
 * Whether the service regards the order as ended without money: as it is, nothing can be paid or credited any more. Only
 * `isCancelled` says that it stays so.
 */
export const isEndedWithoutPayment = (status: LastingStatus | undefined): boolean =>
  status === "CANCELLED" || status === "EXPIRED"

/** Whether no customer can be billed for the order any more. Not once it EXPIRED: the service can still make an invoice of it. */
export const isCancelled = (status: LastingStatus | undefined): boolean => status === "CANCELLED"

/** Whether an invoice is with the customer, and not all of it is paid or taken back. */
export const awaitsPayment = ({ status, paid }: KnownStatus): boolean =>
  status !== undefined &&
  !wasPaid({ status, paid }) &&
  (AN_INVOICE_IS_OUT.has(status) || status === "PARTIAL REFUNDED")

/** Whether the service still expects money for the order: its link is open, or an invoice is with the customer. */
export const isOpenAtService = (status: LastingStatus | null): boolean =>
  status !== null && (status === "SENT" || AN_INVOICE_IS_OUT.has(status))

/** Whether something was refunded at the service, in part or in whole. */
export const isRefundedStatus = (status: LastingStatus | undefined): boolean =>
  status !== undefined && WENT_BACK.has(status)

/** Whether all of the claim was credited or refunded, so that nothing is left to pay or to refund. */
export const isWhollyRefunded = (status: LastingStatus | undefined): boolean =>
  status === "CREDITED" || status === "REFUNDED"

/** Whether an order in this status asks for its amount, or was paid and keeps some of it. */
export const isStandingStatus = (status: LastingStatus | undefined): boolean =>
  !isEndedWithoutPayment(status) && !isWhollyRefunded(status)

/** Whether an order in this status has been invoiced, and so has an invoice number. */
export const hasInvoice = (status: LastingStatus | null): boolean =>
  status !== null && (status === "PAID" || AN_INVOICE_IS_OUT.has(status) || WENT_BACK.has(status))

/** Days until an invoice is due: the interface takes no other number (specification, Limits 2). */
export const INVOICE_MATURITY_DAYS = 10

/** When an invoice is due, and whether it is overdue. */
export type Due = {
  /** An estimate, as the service tells no date of an invoice; null where nothing is due, or where the service contradicts it. */
  readonly at: Date | null
  readonly isOverdue: boolean
}

/**
 * When an invoice is due that is with the customer and not paid. One that the service reminds of is overdue, whenever the
 * service first reported it.
 *
 * @param invoicedAt when the service first reported it
 * @param isCollected whether it went to debt collection, which a status that says less may hide
 */
export function dueOf(
  known: KnownStatus,
  { invoicedAt, now, isCollected = false }: { invoicedAt: Date; now: Date; isCollected?: boolean }
): Due {
  if (!awaitsPayment(known)) {
    return { at: null, isOverdue: false }
  }
  const estimate = new Date(invoicedAt.getTime() + INVOICE_MATURITY_DAYS * DAY)
  const isPast = estimate <= now
  const isReminded = isCollected || (known.status !== undefined && PAST_DUE.has(known.status))
  return { at: isReminded && !isPast ? null : estimate, isOverdue: isReminded || isPast }
}

const rungOf = (status: LastingStatus | undefined): number =>
  status === undefined ? -1 : (RUNGS.get(status) ?? -1)

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Milliseconds from one attempt without result to the next; daily after the last of them. */
const GAPS = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * MINUTE)

/** How often an order is still looked at once nothing but a change of mind can follow. */
const LOOKS_AFTER_THE_END = 30

const NOTHING_CAN_FOLLOW: ReadonlySet<LastingStatus> = new Set(["REFUNDED"])

const ONLY_A_CHANGE_OF_MIND_CAN_FOLLOW: ReadonlySet<LastingStatus> = new Set([
  "EXPIRED",
  "CANCELLED",
  "PAID",
  "PARTIAL REFUNDED",
  "CREDITED",
])

/** When something is looked at once more of which nothing but a change of mind can follow; null after 30 days. */
export const nextLookAfterTheEnd = (count: number, now: Date): Date | null =>
  count < LOOKS_AFTER_THE_END ? new Date(now.getTime() + DAY) : null

/** When something that failed, or brought no news, for the `count`-th time is tried again. */
export const nextAttemptAt = (count: number, now: Date): Date =>
  new Date(now.getTime() + (GAPS[count] ?? DAY))

/**
 * When an order is looked at again if no callback comes before.
 *
 * @param status the order's status; undefined while none is known
 * @param count looks so far that brought no news
 * @param isPaid whether its money came: what is left of an invoice that was credited in part is still to be paid
 * @returns null when nothing can change any more, or nothing did for 30 days
 */
export function nextCheckAt(
  status: LastingStatus | undefined,
  count: number,
  now: Date,
  isPaid = true
): Date | null {
  if (status === undefined) {
    return nextAttemptAt(count, now)
  }
  if (NOTHING_CAN_FOLLOW.has(status)) {
    return null
  }
  const awaitsRest = status === "PARTIAL REFUNDED" && !isPaid
  if (ONLY_A_CHANGE_OF_MIND_CAN_FOLLOW.has(status) && !awaitsRest) {
    return nextLookAfterTheEnd(count, now)
  }
  return nextAttemptAt(count, now)
}
