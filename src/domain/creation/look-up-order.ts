import { type ConnectClient, ConnectError } from "../../connect"
import { serviceMoment } from "../../mapping"
import type { DatabaseClock } from "../../modules/e-invoice/database"
import type { AnsweredCreation, Creations } from "../../modules/e-invoice/orders/creations"
import type { AbsenceGap, OrderRow } from "../../modules/e-invoice/orders/order-row"
import { isStandingStatus, lastingStatusOf } from "../../modules/e-invoice/orders/order-status"
import type { KeyRing } from "../../modules/e-invoice/personal-data/encryption"
import {
  compareOrder,
  isAdoptable,
  type ListedOrder,
  type OrderComparison,
  recogniseOrder,
} from "./recognise-order"

/** How much earlier and later than asked for the service is asked for orders; milliseconds. */
const MARGIN = 300_000

/** From which difference of the clocks on the service is asked in its own time; milliseconds. */
const SKEW_HEEDED = 60_000

/** A difference of the clocks that no clock has: what the service's time means is then unknown; milliseconds. */
const SKEW_ABSURD = 24 * 60 * 60_000

/** How far the list is read back for the order of ours before a doubtful attempt; milliseconds. */
const EARLIER_CONTROL = 30 * 24 * 60 * 60_000

/** What a look for a row's order at the service showed. */
export type LookUp =
  | { result: "found"; order: ListedOrder }
  /** Proven: the order does not exist. */
  | { result: "none" }
  /** Nothing is proven. `missing` says which proof of absence is; it is empty when an order may be the one. */
  | {
      result: "unclear"
      reason: string
      missing: readonly AbsenceGap[]
      orderUuids: string[]
    }
  | { result: "failed"; reason: string; error: ConnectError }

/** What the service listed as created in a window of time. */
export type Reading = {
  orders: readonly ListedOrder[]
  /** Milliseconds by which the service's clock runs ahead of the database's; undefined when it did not say. */
  skewMs: number | undefined
  /** Whether it is one page of several. */
  cut: boolean
}

/** A row in doubt, with what a reading must reach to say anything of it. */
export type Doubt = {
  row: OrderRow
  sentAt: Date
  /** From when on the attempt can no longer be under way. */
  endedAt: Date
  /** The order of ours before it that was sent to the same account, if there was one within 30 days. */
  earlier: AnsweredCreation | undefined
}

/** What the journal knows of the orders of a reading. */
type KnownOrders = {
  /** Those that belong to a row. */
  linked: ReadonlySet<string>
  /** Those whose creation the service answered, by their identifiers: proof that they exist, and since when. */
  answered: ReadonlyMap<string, AnsweredCreation>
}

type CreationsOfDoubts = Pick<
  Creations,
  "accountHash" | "answeredAmong" | "answeredBefore" | "linkedOrders" | "senderLifetime"
>

export type LookUpDependencies = {
  clock: Pick<DatabaseClock, "now">
  connect: Pick<ConnectClient, "call">
  keys: KeyRing
  orders: { creations: CreationsOfDoubts }
}

/** How the list that a row is looked for in is had. */
export type ReadingTerms = {
  /** Milliseconds the service may take. */
  budgetMs: number
  /** Gives a reading that covers the window of this row, too; without it the service is asked for one of its own. */
  read?: (() => Promise<Reading>) | undefined
}

/** When, and what it takes to conclude that an order does not exist. */
type AbsenceTerms = {
  now: Date
  /** Seconds after the attempt before which absence says nothing. */
  quietPeriod: number
}

/** Looks for the order that a row asked for at the service. */
export async function lookUpOrder(
  { clock, connect, keys, orders: { creations } }: LookUpDependencies,
  row: OrderRow,
  { budgetMs, read, ...terms }: AbsenceTerms & ReadingTerms
): Promise<LookUp> {
  try {
    const doubt = await doubtOf(creations, row)
    const reading = read
      ? await read()
      : await readCreations({ clock, connect }, windowOf([doubt], terms.now), budgetMs)
    const known = await knownOrders(creations, reading)
    return judgeCreation(doubt, reading, known, keys, terms)
  } catch (error) {
    if (error instanceof ConnectError) {
      return { result: "failed", reason: `${error.kind}: ${error.message}`, error }
    }
    throw error
  }
}

/** What a reading must reach to say anything of a row in doubt. */
export async function doubtOf(creations: CreationsOfDoubts, row: OrderRow): Promise<Doubt> {
  const sentAt = row.sending_at ?? row.created_at
  const since = new Date(sentAt.getTime() - EARLIER_CONTROL)
  return {
    row,
    sentAt,
    endedAt: new Date(sentAt.getTime() + creations.senderLifetime),
    earlier: await creations.answeredBefore(sentAt, since, row.account_hash),
  }
}

/** The window of time that a reading has to cover for all of these. */
export function windowOf(doubts: readonly Doubt[], now: Date): { from: Date; to: Date } {
  const starts = doubts.map(({ earlier, sentAt }) => (earlier?.sentAt ?? sentAt).getTime())
  return { from: new Date(Math.min(now.getTime(), ...starts)), to: now }
}

/**
 * Reads what the service lists as created in a window of time, once more in its own time where its clock is apart from
 * ours.
 *
 * @param budgetMs milliseconds the service may take in all
 * @throws ConnectError when the list cannot be had
 */
export async function readCreations(
  { clock, connect }: Pick<LookUpDependencies, "clock" | "connect">,
  { from, to }: { from: Date; to: Date },
  budgetMs: number
): Promise<Reading> {
  const started = performance.now()
  const ask = async (skewMs: number): Promise<Reading> => {
    // Which date the service goes by is not known, its own or the merchant's: both are covered.
    const query = {
      startTimestamp: seconds(from.getTime() + Math.min(0, skewMs) - MARGIN),
      endTimestamp: seconds(to.getTime() + Math.max(0, skewMs) + MARGIN),
    }
    const left = Math.max(1, budgetMs - (performance.now() - started))
    const { clockSkewMs, data, page } = await connect.call(
      "orders.details-by-date-range",
      { query },
      { budgetMs: left }
    )
    return {
      orders: data,
      // The journal goes by the database's clock, the client by this machine's.
      skewMs:
        clockSkewMs === undefined ? undefined : clockSkewMs + Date.now() - clock.now().getTime(),
      cut: (page?.lastPage ?? 1) > 1,
    }
  }
  const reading = await ask(0)
  const skew = Math.abs(reading.skewMs ?? 0)
  return skew > SKEW_HEEDED && skew <= SKEW_ABSURD ? ask(reading.skewMs ?? 0) : reading
}

/** What the journal knows of the orders of a reading. */
async function knownOrders(
  creations: CreationsOfDoubts,
  { orders }: Reading
): Promise<KnownOrders> {
  const uuids = orders.map(({ orderUuid }) => orderUuid)
  const [linked, answered] = await Promise.all([
    creations.linkedOrders(uuids),
    creations.answeredAmong(uuids),
  ])
  return {
    linked,
    answered: new Map(answered.map((order) => [order.orderUuid, order])),
  }
}

/**
 * What a reading says of a row in doubt. That the order does not exist counts as proven only when the clocks were
 * compared, the list is whole, and it shows orders that are known to exist on both sides of the attempt.
 */
function judgeCreation(
  doubt: Doubt,
  reading: Reading,
  known: KnownOrders,
  keys: KeyRing,
  terms: AbsenceTerms
): LookUp {
  const fitting = reading.orders
    .filter(({ orderUuid }) => !known.linked.has(orderUuid))
    .map((order) => ({
      order,
      recognition: recogniseOrder(doubt.row, order, keys),
    }))
    .filter(({ recognition }) => recognition !== "other")
  const [first, ...others] = fitting
  if (first?.recognition === "same" && others.length === 0) {
    return { result: "found", order: first.order }
  }
  if (first) {
    return {
      result: "unclear",
      reason:
        others.length > 0
          ? "more than one order at the service fits"
          : "an order at the service may be it, but not for certain",
      missing: [],
      orderUuids: fitting.map(({ order }) => order.orderUuid),
    }
  }
  const missing = missingProofs(doubt, reading, known, terms)
  return missing.length === 0
    ? { result: "none" }
    : {
        result: "unclear",
        reason: "the service shows no such order, which proves nothing yet",
        missing,
        orderUuids: [],
      }
}

function missingProofs(
  { earlier, endedAt, sentAt }: Doubt,
  { cut, orders, skewMs }: Reading,
  { answered }: KnownOrders,
  { now, quietPeriod }: AbsenceTerms
): AbsenceGap[] {
  const isListed = ({ orderUuid }: AnsweredCreation) =>
    orders.some((order) => order.orderUuid === orderUuid)
  const showsLater = orders.some(({ orderUuid }) => {
    const since = answered.get(orderUuid)?.sentAt
    return since !== undefined && since >= endedAt
  })
  const gaps: Record<AbsenceGap, boolean> = {
    "quiet-period": now.getTime() < sentAt.getTime() + quietPeriod * 1000,
    "list-cut": cut,
    "clock-unknown": skewMs === undefined,
    "clock-apart": Math.abs(skewMs ?? 0) > SKEW_ABSURD,
    "no-control": !showsLater,
    // A list that is cut at its old end, or a clock that was set since, shows later orders all the same.
    "no-earlier-control": earlier === undefined || !isListed(earlier),
  }
  return (Object.keys(gaps) as AbsenceGap[]).filter((gap) => gaps[gap])
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

const DAY = 24 * 60 * 60_000

/** The service names days, in a time zone of its own; milliseconds. */
const SAME_DAY = 1.5 * DAY

/** Candidates that are shown at most. */
const MOST_SHOWN = 20

/** What of an order at the service is not as it was sent. */
type Contradiction = "reference" | "customer" | "amount" | "date"

/** An order at the service that may be the one in doubt, or differs from it in part. */
export type Candidate = {
  order: ListedOrder
  contradictions: Contradiction[]
  /** Whether it is certainly another order. */
  isOther: boolean
  isAdoptable: boolean
}

/**
 * Whether an order seems to be the one, and asks for its amount: staff who settle otherwise have to say that it is another. Another
 * customer does not exclude it where all else agrees: the service may list an address that it learned elsewhere.
 */
export const isLikely = ({ order, contradictions, isAdoptable: canBeIt }: Candidate): boolean =>
  canBeIt &&
  contradictions.every((contradiction) => contradiction === "customer") &&
  isStandingStatus(lastingStatusOf(order.status ?? null))

/**
 * Reads the orders at the service that may be the one that a row in doubt asked for, the likeliest first.
 *
 * @param budgetMs milliseconds the service may take
 * @returns also whether the list was whole; what is beyond its end is not among the candidates
 * @throws ConnectError when the list cannot be had
 */
export async function candidatesOf(
  { clock, connect, keys, orders: { creations } }: LookUpDependencies,
  row: OrderRow,
  budgetMs: number
): Promise<{ candidates: Candidate[]; isWhole: boolean }> {
  const { sentAt, endedAt, earlier } = await doubtOf(creations, row)
  const from = new Date(sentAt.getTime() - DAY)
  const to = Math.min(clock.now().getTime(), endedAt.getTime() + DAY)
  const reading = await readCreations(
    { clock, connect },
    { from, to: new Date(Math.max(to, sentAt.getTime())) },
    budgetMs
  )
  const { linked, answered } = await knownOrders(creations, reading)
  const unlinked = reading.orders.filter(({ orderUuid }) => !linked.has(orderUuid))
  // A list of another account, or without the orders that are known of that time, does not show all: an empty one proves nothing.
  const hasNoneToShow = earlier === undefined || earlier.sentAt < from
  const isOfAccount =
    showsAccount(row, [...answered.values()]) ||
    (hasNoneToShow && row.account_hash === creations.accountHash)
  return {
    candidates: judgeCandidates(row, unlinked, keys, sentAt),
    isWhole: !reading.cut && isOfAccount,
  }
}

/** Whether an attempt was sent to the account of a list that shows these known orders. */
export const showsAccount = (
  { account_hash: sentTo }: { readonly account_hash: string | null },
  listed: readonly AnsweredCreation[]
): boolean => sentTo !== null && listed.some(({ accountHash }) => accountHash === sentTo)

/**
 * Says of orders at the service what contradicts that they are the one that a row asked for. One that agrees in nothing is
 * left out.
 */
export function judgeCandidates(
  row: Pick<OrderRow, "reference_no" | "customer_fingerprint" | "sent_request">,
  listed: readonly ListedOrder[],
  keys: KeyRing,
  sentAt: Date
): Candidate[] {
  return listed
    .flatMap((order) => {
      const comparison = compareOrder(row, order, keys)
      const isOther = recogniseOrder(row, order, keys) === "other"
      return isOther && !agrees(comparison)
        ? []
        : [
            {
              order,
              contradictions: contradictionsOf(comparison, order, sentAt),
              isOther,
              isAdoptable: isAdoptable(row, order, keys),
            },
          ]
    })
    .toSorted(
      (one, other) =>
        Number(one.isOther) - Number(other.isOther) ||
        one.contradictions.length - other.contradictions.length
    )
    .slice(0, MOST_SHOWN)
}

const agrees = ({ reference, customer, money }: OrderComparison): boolean =>
  [reference, customer, money].includes("same")

const contradictionsOf = (
  { reference, customer, money }: OrderComparison,
  { orderDate }: ListedOrder,
  sentAt: Date
): Contradiction[] => [
  ...(reference === "different" ? (["reference"] as const) : []),
  ...(customer === "different" ? (["customer"] as const) : []),
  ...(money === "different" ? (["amount"] as const) : []),
  ...(isOfAnotherDay(orderDate, sentAt) ? (["date"] as const) : []),
]

/** @param written as the service writes it: see `writtenMoment` */
export function isOfAnotherDay(written: string | undefined, sentAt: Date): boolean {
  const at = writtenMoment(written ?? "")
  return at !== undefined && Math.abs(at - sentAt.getTime()) > SAME_DAY
}

/**
 * @param written Unix time in seconds, or a day such as `21.02.2026` or `21 Feb, 2026`
 * @returns Unix time in milliseconds; undefined or NaN of what is written otherwise, which contradicts nothing
 */
function writtenMoment(written: string): number | undefined {
  if (/^\d+$/.test(written)) {
    return Number(written) * 1000
  }
  return /^\d{2} [A-Z][a-z]{2}, \d{4}$/.test(written)
    ? Date.parse(`${written.replace(",", "")} UTC`)
    : serviceMoment(written)?.getTime()
}
