import type { MedusaContainer } from "@medusajs/framework/types"

import { toOre } from "../../mapping"
import { awaitsCancellation } from "../../domain/status/awaits-cancellation"
import {
  goalOf,
  hasInvoice,
  isEndedWithoutPayment,
  type StatusGoal,
} from "../../modules/e-invoice/status/order-status-machine"
import { reportOf } from "../../domain/status/status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, readMedusaPayments } from "../medusa-payment"
import type { ListedStatus } from "./listed-statuses"

/**
 * Makes a test for orders of which a list of statuses says nothing new, and of which Medusa already is where their
 * status asks it to be: their payment is there, and their Medusa order was not cancelled meanwhile. Reads all at once.
 */
export async function isSettledAs(
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
