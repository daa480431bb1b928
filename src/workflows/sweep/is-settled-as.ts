import type { MedusaContainer } from "@medusajs/framework/types"

import { toOre } from "../../mapping"
import { awaitsCancellation } from "../../modules/e-invoice/status/awaits-cancellation"
import {
  awaitsPayment,
  goalOf,
  isEndedWithoutPayment,
  type StatusGoal,
} from "../../modules/e-invoice/status/order-status-machine"
import { reportOf } from "../../modules/e-invoice/status/status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentsOf } from "../medusa-payment"
import type { ListedStatus } from "./listed-statuses"

/**
 * Makes a test for orders of which a list of statuses says nothing new, and of which Medusa already is where their
 * status asks it to be. Reads the payments of all that need it at once.
 */
export async function isSettledAs(
  container: MedusaContainer,
  orders: readonly FollowedOrder[],
  listed: ReadonlyMap<string, ListedStatus>
): Promise<(order: FollowedOrder) => boolean> {
  const { options } = eInvoiceModule(container)
  const goal = (order: FollowedOrder) =>
    goalOf(order, options.capturedStatuses).payment
  const unchanged = orders.filter((order) => {
    const line = listed.get(order.orderUuid ?? "")
    return (
      line !== undefined &&
      saysNothingNew(order, line) &&
      !awaitsCancellation(order) &&
      !cameBackAfterItsEnd(order) &&
      !order.flags.includes("second_order")
    )
  })
  const settled = new Set(
    unchanged.filter((order) => asksNothing(order, goal(order)))
  )
  const open = unchanged.filter((order) => !settled.has(order))
  const payments =
    open.length > 0
      ? await medusaPaymentsOf(
          container,
          open.map(({ paymentSessionId }) => paymentSessionId)
        )
      : new Map<string, MedusaPayment>()
  for (const order of open) {
    const medusa = payments.get(order.paymentSessionId)
    if (isReached(goal(order), medusa) && !standsUnbilled(order, medusa)) {
      settled.add(order)
    }
  }
  return (order) => settled.has(order)
}

/** Whether an invoice came of an order whose end a person was told of. */
const cameBackAfterItsEnd = (order: FollowedOrder): boolean =>
  awaitsPayment(order) && order.flags.includes("cancelled_at_service")

const TOLD_OF_THE_END = ["cancelled_at_service", "placed_unbilled"] as const

/** Whether a Medusa order goes on although its invoice ended, and no person was told. */
const standsUnbilled = (
  order: FollowedOrder,
  medusa: MedusaPayment | undefined
): boolean =>
  isEndedWithoutPayment(order.status) &&
  medusa?.order?.cancelled === false &&
  !TOLD_OF_THE_END.some((flag) => order.flags.includes(flag))

function saysNothingNew(
  order: FollowedOrder,
  { word, refunded }: ListedStatus
): boolean {
  const isSame = reportOf(word).status === order.status
  const wentBack = refunded === undefined ? 0n : toOre(refunded)
  return isSame && wentBack <= toOre(order.refundedTotal)
}

/** Most orders wait for nothing but their payer, and are tied to Medusa: there is nothing to read there. */
const asksNothing = (
  { paymentId, orderId }: FollowedOrder,
  goal: StatusGoal["payment"]
): boolean => goal === "leave" && paymentId !== null && orderId !== null

function isReached(
  goal: StatusGoal["payment"],
  medusa: MedusaPayment | undefined
): boolean {
  const { payment, order } = medusa ?? {}
  switch (goal) {
    case "leave":
      return payment !== undefined && order !== undefined
    case "capture":
      return payment?.captured ?? false
    case "release":
      return payment === undefined || payment.cancelled
  }
}
