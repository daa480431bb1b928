import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { ConnectError, normaliseStatus, parseOrderStatus } from "../../connect"
import { lazily } from "../../connect/lazily"
import { flagSecondOrder } from "../../domain/creation/resolve-in-doubt"
import { askedForOre } from "../../domain/refunds/credit-by-hand"
import { isCancelledPayment } from "../../domain/medusa-orders"
import { invoicedLines, invoicesAsSent, mayStillAsk } from "../../domain/refunds/changed-order"
import { orderNowOf } from "../../domain/refunds/medusa-order"
import { awaitsCustomer } from "../../domain/reservations/reservation-account"
import {
  type OrderBesideReservations,
  takenOfOrder,
} from "../../domain/reservations/reserved-lines"
import { hasEnded, isFullyRefunded } from "../../domain/status/order-warnings"
import { formatOre } from "../../mapping"
import { sum } from "../../mapping/decimal"
import { isUnsettled, mayHaveTakenEffect } from "../../modules/e-invoice/intent"
import {
  type FollowedOrder,
  otherOrdersOf,
  type StoredOtherOrders,
} from "../../modules/e-invoice/orders/order-row"
import {
  isCancelled,
  isLastingStatus,
  isRefundedStatus,
  isWhollyRefunded,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"
import { eInvoiceModule } from "../e-invoice-module"
import { refundDependenciesOf } from "../refund-account"

/** What stands for an amount that the customer has been asked for. */
export const bySource = {
  /** A Medusa payment of ours that waits for its invoice to be paid, or a further order at the service for it. */
  eInvoice: "e-invoice",
  /** An e-invoice order in doubt, or one without a payment. */
  unsettled: "unsettled",
  /** A Medusa payment of another provider that only has to be captured. */
  payment: "payment",
  /** A payment link or invoice that was made beside a checkout. */
  record: "record",
  reservation: "reservation",
} as const

export type OpenBill = {
  readonly source: (typeof bySource)[keyof typeof bySource]
  /** Of the payment, e-invoice order or record; a further order at the service stands under its e-invoice order's. */
  readonly id: string
  /** Decimal major units. */
  readonly amount: string
  /** What of it a card was charged beyond its reservation, which may be for nothing that the order holds: decimal major units. */
  readonly charged?: string
  /** Of a reservation, what was given back for no goods that the order lacks: decimal major units. */
  readonly goodwill?: string
  /** Of a reservation, what of it is not captured, and still can be: decimal major units. */
  readonly capturable?: string
  /** Of a reservation, whether its customer has not confirmed it. */
  readonly isAwaited?: boolean
  /** Of what was made beside a checkout, whether it is not known that it exists. */
  readonly isInDoubt?: boolean
  /** Of a reservation, why the service could not say what it takes: all that it is for counts then. */
  readonly untold?: ConnectError
  /** Whether some of what was asked for beside Medusa's books is not paid or captured, and may come to nothing. */
  readonly mayLapse?: boolean
}

const payments = z.array(
  z.object({
    payment_session_id: z.string(),
    canceled_at: z.unknown().transform(Boolean),
    captured_at: z.unknown().transform(Boolean),
  })
)

/** What a Medusa order's customer has been asked for outside Medusa's own books. */
export async function openBillsOf(
  container: MedusaContainer,
  orderId: string
): Promise<OpenBill[]> {
  return [
    ...(await unsettledOrdersOf(container, orderId)),
    ...(await recordsOf(container, orderId)),
  ]
}

/** E-invoice orders that exist, or may, and that no living payment in Medusa stands for. */
async function unsettledOrdersOf(container: MedusaContainer, orderId: string): Promise<OpenBill[]> {
  const rows = await eInvoiceModule(container).listEInvoiceOrders({
    order_id: orderId,
  })
  const further = rows.flatMap(furtherOrdersOf)
  const candidates = rows.filter((row) => mayHaveTakenEffect(row) && !isSeenTo(row))
  if (candidates.length === 0) {
    return further
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["payment_session_id", "canceled_at", "captured_at"],
    filters: {
      payment_session_id: candidates.map((row) => row.payment_session_id),
    },
  })
  const cancelled = new Map(
    payments.parse(data).map((payment) => [payment.payment_session_id, isCancelledPayment(payment)])
  )
  const unsettled = candidates
    .filter((row) => cancelled.get(row.payment_session_id) !== false)
    .map((row) => ({
      // Cancelled here and not ended there, the customer may still be asked to pay.
      source: cancelled.has(row.payment_session_id) ? bySource.eInvoice : bySource.unsettled,
      id: row.id,
      amount: leftToAsk(row),
    }))
  return [...unsettled, ...further]
}

/** What an invoice still asks for: decimal major units. */
const leftToAsk = (row: {
  grand_total: unknown
  credited_total: unknown
  refunded_total: unknown
}) =>
  formatOre(
    askedForOre({
      grandTotal: String(row.grand_total),
      creditedTotal: String(row.credited_total),
      refundedTotal: String(row.refunded_total),
    })
  )

/** Orders at the service that no row and no record names, which the customer may pay. */
const furtherOrdersOf = (row: {
  id: string
  grand_total: unknown
  other_orders: Record<string, unknown> | null
}): OpenBill[] =>
  otherOrdersOf(row.other_orders as StoredOtherOrders | null)
    .filter(({ state, foundBy }) => state === "open" && foundBy !== "same-order")
    .map(() => ({
      source: bySource.eInvoice,
      id: row.id,
      amount: String(row.grand_total),
    }))

/** Orders and reservations at the service that were made beside a checkout; none of them is in Medusa's books. */
async function recordsOf(container: MedusaContainer, orderId: string): Promise<OpenBill[]> {
  const eInvoice = eInvoiceModule(container)
  const records = await eInvoice.listEInvoiceRecords({
    order_id: orderId,
    kind: ["order", "reservation"],
  })
  const beside = lazily(() => orderBesideReservations(container, orderId))
  const open: OpenBill[] = []
  for (const record of records) {
    const { id, kind, remote_uuid } = record
    const asked =
      kind === "order"
        ? await askedByOrder(container, record)
        : await askedByReservation(container, record, beside)
    if (asked === undefined) {
      continue
    }
    if (remote_uuid === null) {
      const creation = await eInvoice.operations.ofRecord(id)
      if (!creation || !isUnsettled(creation)) {
        continue
      }
    }
    open.push({
      source: kind === "order" ? bySource.record : bySource.reservation,
      id,
      isInDoubt: remote_uuid === null,
      ...asked,
    })
  }
  return open
}

type AskingRecord = {
  status: string | null
  remote_uuid: string | null
  amount: unknown
}

type Asked = Omit<OpenBill, "source" | "id" | "isInDoubt">

/** @returns undefined when the customer is no longer asked to pay */
async function askedByOrder(
  container: MedusaContainer,
  record: AskingRecord
): Promise<Asked | undefined> {
  if (record.amount === null || (await isOver(container, record))) {
    return undefined
  }
  const status = statusOf(record.status)
  const mayLapse = status !== "PAID" && !isRefundedStatus(status)
  return { amount: String(record.amount), mayLapse }
}

/**
 * What a reservation takes, and all that it is for where the service cannot say.
 *
 * @returns undefined when it takes nothing
 */
async function askedByReservation(
  container: MedusaContainer,
  record: AskingRecord & { id: string },
  beside: () => Promise<OrderBesideReservations | undefined>
): Promise<Asked | undefined> {
  try {
    const taken = await takenOfOrder(eInvoiceModule(container), record, beside)
    return (
      taken && {
        amount: formatOre(taken.takenOre),
        charged: formatOre(sum(taken.charged.map(({ amountOre }) => amountOre))),
        goodwill: formatOre(taken.goodwillOre),
        capturable: formatOre(taken.capturableOre),
        isAwaited: taken.isAwaited,
        mayLapse: taken.capturableOre > 0n,
      }
    )
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    const status = normaliseStatus(record.status ?? "")
    const isAwaited = awaitsCustomer({ status, capturedOre: 0n, chargedOre: 0n })
    return { amount: String(record.amount), isAwaited, untold: error, mayLapse: true }
  }
}

async function orderBesideReservations(
  container: MedusaContainer,
  orderId: string
): Promise<OrderBesideReservations | undefined> {
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  const invoices = await invoicesAsSent(refundDependenciesOf(container), orderId, {}, mayStillAsk)
  return now && { now: now.lines, billed: invoices.flatMap(invoicedLines) }
}

/** Cancelled, wholly paid back, or expired and the service was asked to cancel it, as far as it can be asked. */
async function isOver(
  container: MedusaContainer,
  { status, remote_uuid }: { status: string | null; remote_uuid: string | null }
): Promise<boolean> {
  const last = statusOf(status)
  if (last !== "EXPIRED" || remote_uuid === null) {
    return isCancelled(last) || isWhollyRefunded(last)
  }
  const eInvoice = eInvoiceModule(container)
  if (eInvoice.options.operations["orders.cancel"]?.enabled === false) {
    return true
  }
  const [asked] = await eInvoice.listEInvoiceOperations(
    {
      operation_id: "orders.cancel",
      subject_uuid: remote_uuid,
      state: ["succeeded", "rejected"],
    },
    { take: 1, select: ["id"] }
  )
  return asked !== undefined
}

/** Cancelled, wholly paid back, or expired and to be cancelled as soon as an invoice should come of it. */
const isSeenTo = (row: {
  remote_status: string | null
  cancel_requested_at: Date | null
}): boolean => {
  const status = statusOf(row.remote_status)
  return (
    isCancelled(status) ||
    isWhollyRefunded(status) ||
    (status === "EXPIRED" && row.cancel_requested_at !== null)
  )
}

const statusOf = (raw: string | null): LastingStatus | undefined => {
  const status = raw === null ? undefined : parseOrderStatus(raw)
  return isLastingStatus(status) ? status : undefined
}

/**
 * Flags an e-invoice order without a payment, and the bills that its Medusa order has instead: staff gave up a bill whose
 * answer was lost, billed anew, and both exist. Links the Medusa order, so that the e-invoice counts as billed.
 *
 * @returns false when the plugin has no other open bill: another payment covers the order, or staff declared the bills right
 */
export async function flagSecondBill(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string
): Promise<boolean> {
  const eInvoice = eInvoiceModule(container)
  const { others, statuses } = eInvoice.orders
  await statuses.link(order.id, { orderId })
  const second = order.orderUuid ?? ""
  const context = { foundBy: "same-order", actor: "service", second } as const
  for (const other of await statuses.ofOrder(orderId)) {
    if (other.id !== order.id && other.orderUuid && isOwed(other)) {
      await flagSecondOrder(eInvoice, order.id, other.orderUuid, context)
      await flagSecondOrder(eInvoice, other.id, second, context)
    }
  }
  for (const uuid of await openRecordsOf(container, orderId)) {
    await flagSecondOrder(eInvoice, order.id, uuid, context)
  }
  const known = await others.of(order.id)
  return known.some(({ state }) => state === "open")
}

/**
 * Closes, on each of a Medusa order's e-invoices, the others that bill the same order, once one of the two is cancelled or
 * refunded. An invoice without a payment is then due for a refresh.
 */
export async function reviewSecondBills(
  container: MedusaContainer,
  orders: readonly FollowedOrder[]
): Promise<void> {
  const { others, statuses } = eInvoiceModule(container).orders
  for (const order of orders) {
    if (!order.flags.includes("second_order")) {
      continue
    }
    for (const other of await others.of(order.id)) {
      const row = orders.find(({ orderUuid }) => orderUuid === other.orderUuid)
      const isOver = !isOwed(order) || (row !== undefined && !isOwed(row))
      if (other.foundBy === "same-order" && other.state === "open" && isOver) {
        await others.reported(order.id, other.orderUuid, {
          state: "ended",
          ...(row?.status && { status: row.status }),
        })
      }
    }
    if (
      (await others.unflagWhenNoneIsOpen(order.id)) &&
      order.paymentId === null &&
      isOwed(order)
    ) {
      await statuses.lookSoon(order.id)
    }
  }
}

/** Whether an e-invoice order asks for payment, or was paid and not refunded. */
const isOwed = (order: FollowedOrder): boolean =>
  order.state === "succeeded" && !hasEnded({ order, isFullyRefunded: isFullyRefunded(order) })

/** Whether an invoice has a payment that its customer is still to pay. */
export const isStillAsking = (order: FollowedOrder): boolean =>
  isOwed(order) && order.paymentId !== null && !order.paid

/** What of open bills reservations hold and have not captured: decimal major units. */
export const capturableOf = (open: readonly OpenBill[]) =>
  MathBN.sum(0, ...open.map(({ capturable }) => capturable ?? 0))

/** Identifiers at the service of the orders that were made beside checkouts and bill a Medusa order. */
async function openRecordsOf(container: MedusaContainer, orderId: string): Promise<string[]> {
  const open = await openBillsOf(container, orderId)
  const ids = open.filter(({ source }) => source === bySource.record).map(({ id }) => id)
  const records =
    ids.length === 0 ? [] : await eInvoiceModule(container).listEInvoiceRecords({ id: ids })
  return records.flatMap(({ remote_uuid }) => remote_uuid ?? [])
}
