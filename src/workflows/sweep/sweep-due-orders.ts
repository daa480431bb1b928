import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { amongFewOfSweep } from "../in-background"
import { quietly } from "../quietly"
import { synchroniseEInvoiceOrderWorkflow } from "../synchronise-e-invoice-order"
import { isSettledAs } from "./is-settled-as"
import type { ListedStatus, StatusList } from "./listed-statuses"
import type { SweepTerms } from "./sweep-terms"

export type SweptOrders = {
  /** Orders that were due. */
  readonly due: number
  /** Of those, orders that something had to be done about. */
  readonly synchronised: number
  /** Of those, orders that wait for the next minute because the service asked for fewer calls. */
  readonly postponed: number
}

/** Looks at orders that have not been heard of for a while, batch by batch, until none is due or time is up. */
export async function sweepDueOrders(terms: SweepTerms, list: StatusList): Promise<SweptOrders> {
  let total: SweptOrders = { due: 0, synchronised: 0, postponed: 0 }
  let goOn = true
  while (goOn) {
    const { swept, answered } = await sweepBatch(terms, list)
    total = sum(total, swept)
    // Where each order is asked about by itself, one that has to wait says that all others have to as well.
    goOn =
      swept.due === terms.batch &&
      Date.now() < terms.deadline &&
      (answered || swept.postponed === 0)
  }
  return total
}

const sum = (one: SweptOrders, other: SweptOrders): SweptOrders => ({
  due: one.due + other.due,
  synchronised: one.synchronised + other.synchronised,
  postponed: one.postponed + other.postponed,
})

/** @returns `answered`: whether one list of the service answered for all */
async function sweepBatch(
  terms: SweepTerms,
  list: StatusList
): Promise<{ swept: SweptOrders; answered: boolean }> {
  const { statuses } = eInvoiceModule(terms.container)
  const due = await statuses.takeDue(terms.now, terms.batch)
  const listed = await list.of(due.flatMap(({ orderUuid }) => orderUuid ?? []))
  const { settled, rest } = await divide(terms, due, listed)
  await terms.lease.check()
  await statuses.unchanged(settled, "sweep", terms.now)
  const looks = await Promise.all(
    rest.map(async (order) => ({
      order,
      looked: await look(terms, order, listed?.get(order.orderUuid ?? "")),
    }))
  )
  const waiting = looks.filter(({ looked }) => !looked)
  await statuses.postpone(
    waiting.map(({ order }) => order.id),
    terms.now
  )
  return {
    swept: {
      due: due.length,
      synchronised: looks.length - waiting.length,
      postponed: waiting.length,
    },
    answered: listed !== undefined,
  }
}

/** Sets apart the orders of which the list says nothing new and for which nothing is left to do. */
async function divide(
  { container }: SweepTerms,
  due: readonly FollowedOrder[],
  listed: ReadonlyMap<string, ListedStatus> | undefined
) {
  if (!listed) {
    return { settled: [], rest: due }
  }
  const isSettled = await isSettledAs(container, due, listed)
  return {
    settled: due.filter(isSettled),
    rest: due.filter((order) => !isSettled(order)),
  }
}

/** @returns false when the order has to wait, so that checkouts have calls left, or as time is up */
async function look(
  { container, now, lastCall, lease }: SweepTerms,
  order: FollowedOrder,
  report: ListedStatus | undefined
): Promise<boolean> {
  const { connect } = eInvoiceModule(container)
  return amongFewOfSweep(async () => {
    if (connect.rateLimit.low || Date.now() > lastCall) {
      return false
    }
    await lease.check()
    await quietly({ container }, `e-invoice order ${order.id}`, () =>
      synchroniseEInvoiceOrderWorkflow(container).run({
        input: {
          e_invoice_order_id: order.id,
          observer: "sweep",
          actor: "schedule",
          report,
          at: now.toISOString(),
        },
      })
    )
    return true
  })
}
