import { type ConnectClient, ConnectError } from "../../../connect"
import type { KeyRing } from "../personal-data/encryption-keys"
import type { Journal } from "./journal"
import type { JournalRow } from "./journal-row"
import { type ListedOrder, recogniseOrder } from "./recognise-order"

/** How much earlier or later than ours the service's clock may be; seconds. */
const CLOCK_MARGIN = 300

/** What a look for a row's order at the service showed. */
export type LookUp =
  | { result: "found"; order: ListedOrder }
  | { result: "none" }
  /** A person has to say: several fit, one may fit, or the list is not all there is. */
  | { result: "unclear"; reason: string; orderUuids: string[] }
  | { result: "failed"; reason: string }

export type LookUpDependencies = {
  connect: Pick<ConnectClient, "call">
  journal: Pick<Journal, "linkedOrders">
  keys: KeyRing
}

/**
 * Looks for the order that a row asked for, among those the service lists since just before it was sent and that belong
 * to no other row.
 *
 * @param budgetMs milliseconds the service may take
 */
export async function lookUpOrder(
  { connect, journal, keys }: LookUpDependencies,
  row: JournalRow,
  { now, budgetMs }: { now: Date; budgetMs: number }
): Promise<LookUp> {
  const sentAt = row.sending_at ?? row.created_at
  try {
    const { data, page } = await connect.call(
      "orders.details-by-date-range",
      {
        query: {
          startTimestamp: unixSeconds(sentAt) - CLOCK_MARGIN,
          endTimestamp: unixSeconds(now) + CLOCK_MARGIN,
        },
      },
      { budgetMs }
    )
    const linked = await journal.linkedOrders(
      data.map(({ orderUuid }) => orderUuid)
    )
    const free = data.filter(({ orderUuid }) => !linked.has(orderUuid))
    return judge(row, free, keys, (page?.lastPage ?? 1) > 1)
  } catch (error) {
    if (error instanceof ConnectError) {
      return { result: "failed", reason: `${error.kind}: ${error.message}` }
    }
    throw error
  }
}

function judge(
  row: JournalRow,
  listed: readonly ListedOrder[],
  keys: KeyRing,
  cutIntoPages: boolean
): LookUp {
  const judged = listed.map((order) => ({
    order,
    recognition: recogniseOrder(row, order, keys),
  }))
  const fitting = judged.filter(({ recognition }) => recognition !== "other")
  const [first, ...others] = fitting
  const orderUuids = fitting.map(({ order }) => order.orderUuid)
  if (first?.recognition === "same" && others.length === 0) {
    return { result: "found", order: first.order }
  }
  if (first) {
    const reason =
      others.length > 0
        ? "more than one order at the service fits"
        : "an order at the service may be it, but not for certain"
    return { result: "unclear", reason, orderUuids }
  }
  return cutIntoPages
    ? {
        result: "unclear",
        reason: "the service listed only a part of its orders",
        orderUuids,
      }
    : { result: "none" }
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
