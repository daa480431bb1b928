import { executionException } from "../../answers"
import { oreOf } from "../../money"
import { findOrAddCustomer, storedLine } from "../../state/creation"
import type { OrderKind } from "../../state/order"
import { canHappen, moveOrder } from "../../state/order-transitions"
import type { Handler } from "../handler"
import { changeable } from "../preconditions"
import { done, noSuchRecord } from "../replies"
import { unixOrNull } from "./creation"

export const updatePaymentLink: Handler<"orders.update-payment-link"> = (call) => {
  const { body, operation, params, world } = call
  const found = changeable(operation, world.orders.get(params.order_uuid))
  if ("refusal" in found) {
    return found.refusal
  }
  const { record: order } = found
  if (body.products) {
    order.lines = body.products.map((line) => storedLine(world, line))
  }
  if (body.orderSummary) {
    const { grandTotal, subTotal, totalDiscount, totalTax } = body.orderSummary
    const before = order.grandTotalOre
    order.subTotalOre = oreOf(subTotal)
    order.totalTaxOre = oreOf(totalTax)
    order.totalDiscountOre = oreOf(totalDiscount)
    order.grandTotalOre = oreOf(grandTotal)
    world.book("billed", order.uuid, order.grandTotalOre - before)
  }
  if (body.customerDetails) {
    order.customerUuid = findOrAddCustomer(world, body.customerDetails).uuid
  }
  order.orderDate = unixOrNull(body.orderDate) ?? order.orderDate
  order.dueAt = unixOrNull(body.dueDateForPaymentLink) ?? order.dueAt
  order.callbackUrl = body.callback?.callbackUrl ?? order.callbackUrl
  order.referenceNo = body.referenceNo ?? order.referenceNo
  order.customerReference = body.customerReference ?? order.customerReference
  order.history.push({
    at: world.timestamp(),
    title: "customer-information-updated",
    note: null,
  })
  return done(operation, null, false)
}

export const resendPaymentLink: Handler<"orders.resend-payment-link"> = (call) => {
  const { operation, params, world } = call
  const found = changeable(operation, world.orders.get(params.order_uuid))
  if ("refusal" in found) {
    return found.refusal
  }
  const { record: order } = found
  order.history.push({
    at: world.timestamp(),
    title: "order-resent",
    note: null,
  })
  return done(operation, null, true)
}

/** Kinds of orders that are paid by card, and so may be charged later. Assumed: the page says nothing of it. */
const chargedLater: ReadonlySet<OrderKind> = new Set(["checkout-session", "hosted-checkout"])

// The page names no refusal by status: an order that cannot be charged is answered with its only server error.
export const chargeDelayed: Handler<"orders.delayed-charge"> = (call) => {
  const { operation, params, world } = call
  const order = world.orders.get(params.order_uuid)
  if (!order) {
    return noSuchRecord(operation)
  }
  if (!chargedLater.has(order.kind) || !canHappen(order, "pay")) {
    return executionException()
  }
  moveOrder(world, order, "pay", "delayed charge")
  return done(operation, null, true)
}
