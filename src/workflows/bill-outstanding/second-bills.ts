import type { MedusaContainer } from "@medusajs/framework/types"

import { flagSecondOrder } from "../../domain/creation/resolve-in-doubt"
import { hasEnded, wentBack } from "../../domain/status/flag-causes"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { eInvoiceModule } from "../e-invoice-module"
import { bySource, openBillsOf } from "./open-bills"

/**
 * Flags an e-invoice order without a payment whose Medusa order is billed otherwise, and what bills it: staff gave a bill up
 * whose answer was lost, billed anew, and both exist. The Medusa order is noted on it, so that it counts among what the
 * customer was asked for.
 *
 * @returns false when no other bill of ours is open: something else pays the Medusa order, or staff declared the bills right
 */
export async function flagSecondBill(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string
): Promise<boolean> {
  const eInvoice = eInvoiceModule(container)
  const { others, statuses } = eInvoice.orders
  await statuses.link(order.id, { orderId })
  const context = { foundBy: "same-order", actor: "service" } as const
  for (const other of await statuses.ofOrder(orderId)) {
    if (other.id !== order.id && other.orderUuid && isOwed(other)) {
      await flagSecondOrder(eInvoice, order.id, other.orderUuid, context)
      await flagSecondOrder(eInvoice, other.id, order.orderUuid ?? "", context)
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
 * its money went back. What was left without a payment is looked at again then.
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
        await others.learned(order.id, other.orderUuid, {
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

/** Whether an e-invoice order asks for money, or has it. */
export const isOwed = (order: FollowedOrder): boolean =>
  order.state === "succeeded" && !hasEnded({ order, wentBack: wentBack(order) })

/** Identifiers at the service of the orders that were made beside checkouts and bill a Medusa order. */
async function openRecordsOf(container: MedusaContainer, orderId: string): Promise<string[]> {
  const open = await openBillsOf(container, orderId)
  const ids = open.filter(({ source }) => source === bySource.record).map(({ id }) => id)
  const records =
    ids.length === 0 ? [] : await eInvoiceModule(container).listEInvoiceRecords({ id: ids })
  return records.flatMap(({ remote_uuid }) => remote_uuid ?? [])
}
