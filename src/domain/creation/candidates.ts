import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import type { KeyRing } from "../../modules/e-invoice/personal-data/encryption"
import { doubtOf, knownOrders, type LookUpDependencies, readCreations } from "./look-up-order"
import {
  compareOrder,
  type ListedOrder,
  type OrderComparison,
  recogniseOrder,
} from "./recognise-order"

const DAY = 24 * 60 * 60_000

/** The service names days, in a time zone of its own; milliseconds. */
const SAME_DAY = 1.5 * DAY

/** Candidates that are shown at most. */
const MOST_SHOWN = 20

/** What of an order at the service is not as it was sent. */
export type Contradiction = "reference" | "customer" | "amount" | "date"

/** An order at the service that may be the one in doubt, or differs from it in part. */
export type Candidate = {
  order: ListedOrder
  contradictions: Contradiction[]
  /** Whether it is certainly another order: adopting it is refused. */
  isOther: boolean
}

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
  const { sentAt, endedAt } = await doubtOf(creations, row)
  const to = Math.min(clock.now().getTime(), endedAt.getTime() + DAY)
  const reading = await readCreations(
    { clock, connect },
    { from: new Date(sentAt.getTime() - DAY), to: new Date(Math.max(to, sentAt.getTime())) },
    budgetMs
  )
  const { linked } = await knownOrders(creations, reading)
  const unlinked = reading.orders.filter(({ orderUuid }) => !linked.has(orderUuid))
  return { candidates: judgeCandidates(row, unlinked, keys, sentAt), isWhole: !reading.cut }
}

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
        : [{ order, contradictions: contradictionsOf(comparison, order, sentAt), isOther }]
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

/** @param written as the service writes it: a day such as `21 Feb, 2026`, or Unix time in seconds */
export function isOfAnotherDay(written: string | undefined, sentAt: Date): boolean {
  const at = /^\d+$/.test(written ?? "")
    ? Number(written) * 1000
    : Date.parse(`${(written ?? "").replace(",", "")} UTC`)
  return Math.abs((Number.isNaN(at) ? sentAt.getTime() : at) - sentAt.getTime()) > SAME_DAY
}
