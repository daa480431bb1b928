import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { ConnectError, parseOrderStatus } from "../../connect"
import { formatOre } from "../../mapping"
import { type StoredOtherOrders, otherOrdersOf } from "../../modules/e-invoice/orders/order-row"
import type { IntentState } from "../../modules/e-invoice/intent"
import {
  isCancelled,
  isLastingStatus,
  isWhollyRefunded,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"
import { eInvoiceModule } from "../e-invoice-module"
import { reservationAccountOf } from "../operations/reservation-account"

/** What stands for an amount that the customer has been asked for. */
export const bySource = {
  /** A Medusa payment of ours that waits for its invoice to be paid, or a further order at the service for it. */
  eInvoice: "e-invoice",
  /** An e-invoice order of which nobody knows yet whether it exists, or that no payment stands for. */
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
}

/** Statuses of a reservation of which nothing was captured or charged, and nothing more can be. */
const RELEASED: ReadonlySet<string> = new Set(["CANCELLED", "EXPIRED"])

const COMPLETED = "COMPLETED"

const payments = z.array(
  z.object({
    payment_session_id: z.string(),
    canceled_at: z.unknown().transform(Boolean),
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
  const candidates = rows.filter((row) => mayBeOwed(row) && !isSeenTo(row))
  if (candidates.length === 0) {
    return further
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["payment_session_id", "canceled_at"],
    filters: {
      payment_session_id: candidates.map((row) => row.payment_session_id),
    },
  })
  const cancelled = new Map(
    payments.parse(data).map((payment) => [payment.payment_session_id, payment.canceled_at])
  )
  const unsettled = candidates
    .filter((row) => cancelled.get(row.payment_session_id) !== false)
    .map((row) => ({
      // Cancelled here and not ended there, the customer may still be asked to pay.
      source: cancelled.has(row.payment_session_id) ? bySource.eInvoice : bySource.unsettled,
      id: row.id,
      amount: String(row.grand_total),
    }))
  return [...unsettled, ...further]
}

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
  const open: OpenBill[] = []
  for (const record of records) {
    const { id, kind, remote_uuid } = record
    const asked =
      kind === "order"
        ? await askedByOrder(container, record)
        : await askedByReservation(container, record)
    if (asked === null) {
      continue
    }
    if (remote_uuid === null && !(await mayExist(container, id))) {
      continue
    }
    open.push({
      source: kind === "order" ? bySource.record : bySource.reservation,
      id,
      amount: asked,
    })
  }
  return open
}

type AskingRecord = {
  status: string | null
  remote_uuid: string | null
  amount: unknown
}

/** @returns decimal major units; null when nobody is asked any more */
const askedByOrder = async (
  container: MedusaContainer,
  record: AskingRecord
): Promise<string | null> =>
  record.amount === null || (await isOver(container, record)) ? null : String(record.amount)

/**
 * What a reservation takes: all that it is for while it is open; what was captured and charged once it is completed,
 * since the rest was released. Where the service cannot say, nothing of it counts as released.
 *
 * @returns decimal major units; null when it takes nothing
 */
async function askedByReservation(
  container: MedusaContainer,
  { status, remote_uuid, amount }: AskingRecord
): Promise<string | null> {
  if (amount === null || RELEASED.has(status ?? "")) {
    return null
  }
  if (status !== COMPLETED || remote_uuid === null) {
    return String(amount)
  }
  try {
    const account = await reservationAccountOf(container, remote_uuid)
    return formatOre(account.capturedOre + account.chargedOre)
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    return String(amount)
  }
}

/** Cancelled, or expired and the service was asked to cancel it, as far as it can be asked. */
async function isOver(
  container: MedusaContainer,
  { status, remote_uuid }: { status: string | null; remote_uuid: string | null }
): Promise<boolean> {
  const last = statusOf(status)
  if (last !== "EXPIRED" || remote_uuid === null) {
    return isCancelled(last)
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

async function mayExist(container: MedusaContainer, recordId: string): Promise<boolean> {
  const creation = await eInvoiceModule(container).operations.ofRecord(recordId)
  return creation?.state === "sending" || creation?.state === "in_doubt"
}

const mayBeOwed = ({ state }: { state: IntentState }): boolean =>
  state === "sending" || state === "in_doubt" || state === "succeeded"

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
