import type { MedusaContainer } from "@medusajs/framework/types"

import { awaitsCancellation } from "../../domain/status/cancel-at-service"
import { reportOf } from "../../domain/status/learn-status"
import { toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  goalOf,
  hasInvoice,
  isEndedWithoutPayment,
  type StatusGoal,
} from "../../modules/e-invoice/orders/order-status"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, readMedusaPayments } from "../medusa-payment"
import { synchroniseEInvoiceOrderWorkflow } from "../synchronise-e-invoice-order"
import type { ListedStatus, StatusList } from "./listed-statuses"
import { lookAtEach, type SweepTerms } from "./sweep-terms"

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
  const { statuses } = eInvoiceModule(terms.container).orders
  const due = await statuses.takeDue(terms.now, terms.batch)
  const listed = await list.of(due.flatMap(({ orderUuid }) => orderUuid ?? []))
  const { settled, rest } = await divide(terms, due, listed)
  await terms.lease.check()
  await statuses.unchanged(settled, "sweep", terms.now)
  const waiting = await lookAtEach(terms, rest, {
    what: ({ id }) => `e-invoice order ${id}`,
    work: ({ id, orderUuid }) =>
      synchroniseEInvoiceOrderWorkflow(terms.container).run({
        input: {
          e_invoice_order_id: id,
          observer: "sweep",
          actor: "schedule",
          report: listed?.get(orderUuid ?? ""),
          at: terms.now.toISOString(),
        },
      }),
  })
  await statuses.postpone(
    waiting.map(({ id }) => id),
    terms.now
  )
  return {
    swept: {
      due: due.length,
      synchronised: rest.length - waiting.length,
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

/**
 * Makes a test for orders of which a list of statuses says nothing new, and of which Medusa already is where their
 * status asks it to be: their payment is there, and their Medusa order was not cancelled meanwhile. Reads all at once.
 */
async function isSettledAs(
  container: MedusaContainer,
  orders: readonly FollowedOrder[],
  listed: ReadonlyMap<string, ListedStatus>
): Promise<(order: FollowedOrder) => boolean> {
  const { options } = eInvoiceModule(container)
  const givesNoNumbers = options.operations["orders.invoice-number"]?.enabled === false
  const goal = (order: FollowedOrder) => goalOf(order, options.capturedStatuses).payment
  const unchanged = orders.filter((order) => {
    const line = listed.get(order.orderUuid ?? "")
    return (
      line !== undefined &&
      saysNothingNew(order, line) &&
      !awaitsCancellation(order) &&
      (givesNoNumbers || !lacksInvoiceNumber(order)) &&
      // Whether a flag's cause is gone is for a synchronisation to find out.
      order.flags.length === 0
    )
  })
  const payments = await readMedusaPayments(container, unchanged)
  const settled = new Set(
    unchanged.filter((order) => {
      const medusa = payments.get(order.id)
      return (
        payments.has(order.id) &&
        isReached(goal(order), medusa) &&
        !hasLostPayment(order, medusa) &&
        !standsUnbilled(order, medusa)
      )
    })
  )
  return (order) => settled.has(order)
}

const lacksInvoiceNumber = ({ status, invoiceNumber }: FollowedOrder) =>
  invoiceNumber === null && hasInvoice(status ?? null)

const hasLostPayment = ({ paymentId }: FollowedOrder, medusa: MedusaPayment | undefined): boolean =>
  paymentId !== null && medusa?.payment === undefined

/** Whether a Medusa order goes on although its invoice ended. */
const standsUnbilled = ({ status }: FollowedOrder, medusa: MedusaPayment | undefined): boolean =>
  isEndedWithoutPayment(status) && medusa?.order?.cancelled === false

function saysNothingNew(order: FollowedOrder, { word, refunded }: ListedStatus): boolean {
  const isSame = reportOf(word).status === order.status
  const wentBack = refunded === undefined ? 0n : toOre(refunded)
  return isSame && wentBack <= toOre(order.refundedTotal)
}

function isReached(goal: StatusGoal["payment"], medusa: MedusaPayment | undefined): boolean {
  const { payment, order } = medusa ?? {}
  switch (goal) {
    case "leave":
      return payment !== undefined && order?.cancelled === false
    case "capture":
      return payment?.captured ?? false
    case "release":
      return payment === undefined || payment.cancelled
  }
}
