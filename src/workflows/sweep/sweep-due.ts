import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"

import { ConnectError, normaliseStatus } from "../../connect"
import { placedOrderFields, placedOrdersSchema } from "../../domain/medusa-orders"
import { reconcileRecord } from "../../domain/operations/records-at-service"
import { pendingFields, pendingOf } from "../../domain/order-summary"
import { awaitsCancellation } from "../../domain/status/cancel-at-service"
import { reportOf } from "../../domain/status/reconcile-status"
import { LEAST_AMOUNT, toOre } from "../../mapping"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  goalOf,
  hasInvoice,
  isEndedWithoutPayment,
  type StatusGoal,
} from "../../modules/e-invoice/orders/order-status"
import { logErrors, refreshEach, type SweepTerms } from "../background-work"
import { eInvoiceModule } from "../e-invoice-module"
import { followCancelledOrder } from "../follow-cancelled-order"
import { type MedusaPayment, readMedusaPayments } from "../medusa-payment"
import { synchroniseEInvoiceOrderWorkflow } from "../synchronise-e-invoice-order"
import { type ListedStatus, type StatusList, unchangedSubscriptions } from "./listed-statuses"

export type SweptOrders = {
  /** Orders that were due. */
  readonly due: number
  /** Of those, orders that were refreshed one by one. */
  readonly synchronised: number
  /** Of those, orders that wait for the next minute because the service asked for fewer calls. */
  readonly postponed: number
}

/** Refreshes the status of due orders, batch by batch, until none is due or time is up. */
export async function sweepDueOrders(terms: SweepTerms, list: StatusList): Promise<SweptOrders> {
  let total: SweptOrders = { due: 0, synchronised: 0, postponed: 0 }
  let goOn = true
  while (goOn) {
    const { swept, answered } = await sweepOrderBatch(terms, list)
    total = sum(total, swept)
    // Without the list, one order that has to wait means that all others have to as well.
    goOn =
      swept.due === terms.batch &&
      performance.now() < terms.deadline &&
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
async function sweepOrderBatch(
  terms: SweepTerms,
  list: StatusList
): Promise<{ swept: SweptOrders; answered: boolean }> {
  const { statuses } = eInvoiceModule(terms.container).orders
  const due = await statuses.takeDue(terms.now, terms.batch)
  const listed = await list.of(due.flatMap(({ orderUuid }) => orderUuid ?? []))
  const { settled, rest } = await divide(terms, due, listed)
  await terms.lease.check()
  await statuses.unchanged(settled, "sweep", terms.now)
  const waiting = await refreshEach(terms, rest, {
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

/** Sets apart the orders that the list shows unchanged and that need no other work. */
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
 * Makes a test for orders that a list of statuses shows unchanged, and whose payment and Medusa order are already as their
 * status requires. Reads all at once.
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
      order.orderChangedAt === null &&
      (givesNoNumbers || !lacksInvoiceNumber(order)) &&
      // The workflow reviews whether a flag's cause is gone.
      order.flags.length === 0
    )
  })
  const payments = await readMedusaPayments(container, unchanged)
  const pending = await pendingOfOrders(
    container,
    unchanged.flatMap((order) => changedSince(order, payments.get(order.id)) ?? [])
  )
  const settled = new Set(
    unchanged.filter((order) => {
      const medusa = payments.get(order.id)
      return (
        payments.has(order.id) &&
        isReached(goal(order), medusa) &&
        !hasLostPayment(order, medusa) &&
        !asksTooMuch(medusa, pending) &&
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

/** The clocks of Medusa's servers and of the database may be apart by so much, in milliseconds. */
const CLOCKS_APART = 10 * 60_000

/** The id of an unpaid Medusa order that may have changed since its invoice was last looked at: reading all of them is dear. */
const changedSince = (
  { lastCheckedAt, createdAt }: FollowedOrder,
  medusa: MedusaPayment | undefined
): string | undefined => {
  const { order, payment } = medusa ?? {}
  const since = (lastCheckedAt ?? createdAt).getTime() - CLOCKS_APART
  const mayHaveChanged = order?.updatedAt === undefined || order.updatedAt.getTime() > since
  return payment?.captured === false && mayHaveChanged ? order?.id : undefined
}

/** What Medusa waits for of its orders, in major units, by the order's id. */
async function pendingOfOrders(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<ReadonlyMap<string, BigNumberInput>> {
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", ...pendingFields],
    filters: { id: [...ids] },
  })
  return new Map(data.map((order: { id: string }) => [order.id, pendingOf(order)]))
}

/** Whether a Medusa order changed so that its payment stands for more than it waits for, and no event said so. */
const asksTooMuch = (
  medusa: MedusaPayment | undefined,
  pending: ReadonlyMap<string, BigNumberInput>
): boolean => {
  const { payment, order } = medusa ?? {}
  const waited = pending.get(order?.id ?? "")
  return (
    payment?.captured === false &&
    !payment.cancelled &&
    waited !== undefined &&
    MathBN.gte(MathBN.sub(payment.amount, waited), LEAST_AMOUNT)
  )
}

/** Whether a Medusa order goes on although its invoice ended. */
const standsUnbilled = ({ status }: FollowedOrder, medusa: MedusaPayment | undefined): boolean =>
  isEndedWithoutPayment(status) && medusa?.order?.cancelled === false

function saysNothingNew(order: FollowedOrder, { word, refunded }: ListedStatus): boolean {
  const isSame = reportOf(word).status === order.status
  const refundedOre = refunded === undefined ? 0n : toOre(refunded)
  return isSame && refundedOre <= toOre(order.refundedTotal)
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

const MINUTE = 60_000

export type SweptRecords = {
  /** Remembered records that were due. */
  readonly due: number
  /** Of those, records that were refreshed one by one. */
  readonly asked: number
  /** Of those, records that wait for the next minute because the service asked for fewer calls. */
  readonly postponed: number
}

/**
 * Refreshes due reservations, subscriptions and orders made beside checkouts: orders and subscriptions by one list for many,
 * and one by one where the list shows a change. The service has no list of reservations.
 */
export async function sweepDueRecords(terms: SweepTerms, list: StatusList): Promise<SweptRecords> {
  let total: SweptRecords = { due: 0, asked: 0, postponed: 0 }
  let goOn = true
  while (goOn) {
    const swept = await sweepRecordBatch(terms, list)
    total = {
      due: total.due + swept.due,
      asked: total.asked + swept.asked,
      postponed: total.postponed + swept.postponed,
    }
    goOn = swept.due === terms.batch && swept.postponed === 0 && performance.now() < terms.deadline
  }
  return total
}

async function sweepRecordBatch(terms: SweepTerms, list: StatusList): Promise<SweptRecords> {
  const { records } = eInvoiceModule(terms.container)
  const due = await records.takeDue(terms.now, terms.batch)
  await followCancelledOrders(terms, due)
  const isUnchanged = await listedAsKnown(terms, list, due)
  await terms.lease.check()
  await records.unchanged(due.filter(isUnchanged), terms.now)
  const changed = due.filter((row) => !isUnchanged(row))
  const waiting = await refreshEach(terms, changed, {
    what: ({ kind, id }) => `remembered ${kind} ${id}`,
    work: (row) => reconcile(terms, row),
  })
  await records.lookAt(
    waiting.map(({ id }) => id),
    new Date(terms.now.getTime() + MINUTE)
  )
  return {
    due: due.length,
    asked: changed.length - waiting.length,
    postponed: waiting.length,
  }
}

/** Makes up for the event of a cancelled Medusa order that was lost: what was made beside it would go on charging the customer. */
async function followCancelledOrders(terms: SweepTerms, due: readonly RecordRow[]): Promise<void> {
  const { container, lease } = terms
  const ids = due.flatMap(({ order_id: orderId, order_cancelled_at: known, is_over: isOver }) =>
    orderId === null || known !== null || isOver ? [] : [orderId]
  )
  if (ids.length === 0) {
    return
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: placedOrderFields,
    filters: { id: [...new Set(ids)] },
  })
  for (const { id, cancelled } of placedOrdersSchema.parse(data)) {
    if (cancelled) {
      await lease.check()
      await logErrors(terms, `the cancelled Medusa order ${id}`, () =>
        followCancelledOrder(container, id)
      )
    }
  }
}

/** Makes a test for records that a list of the service shows unchanged. */
async function listedAsKnown(
  terms: SweepTerms,
  list: StatusList,
  due: readonly RecordRow[]
): Promise<(row: RecordRow) => boolean> {
  const ofKind = (kind: RecordRow["kind"]) => due.filter((row) => row.kind === kind)
  const listed = await list.of(ofKind("order").flatMap(({ remote_uuid: uuid }) => uuid ?? []))
  const subscriptions = await unchangedSubscriptions(terms, ofKind("subscription"))
  return ({ kind, remote_uuid: uuid, status }) => {
    if (uuid === null) {
      return false
    }
    if (kind === "order") {
      const word = listed?.get(uuid)?.word
      return word !== undefined && normaliseStatus(word) === status
    }
    return kind === "subscription" && subscriptions.has(uuid)
  }
}

async function reconcile({ container, now }: SweepTerms, row: RecordRow): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  try {
    await reconcileRecord(eInvoice, row, "sweep", false, now)
  } catch (error) {
    await eInvoice.records.tryAgain(row, now)
    const switchedOff = error instanceof ConnectError && error.kind === "disabled"
    if (!switchedOff) {
      throw error
    }
  }
}
