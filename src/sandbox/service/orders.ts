import { conflict, executionException, notFound } from "../answers"
import { dayText, kronerOf, oreOf } from "../wire-values"
import type { Order, OrderKind } from "../world/records"
import type { World } from "../world/world"
import { findOrAddCustomer } from "./customers"
import {
  applied,
  changeable,
  done,
  type Handlers,
  limitInSeconds,
  listed,
  noSuchRecord,
  preconditionRefusal,
  unixOrNull,
} from "./handler"
import { lineRecord, storedLine } from "./order-lines"
import { canHappen, moveOrder } from "./order-transitions"

/** The emulation of orders. */
export const orderHandlers = {
  "orders.status"(call) {
    const order = call.world.orders.get(call.params.order_uuid)
    if (!order) {
      return noSuchRecord(call.operation)
    }
    return done(call.operation, { uuid: order.uuid, status: order.status })
  },

  "orders.status-list"(call) {
    const { operation, query, world } = call
    const { type } = applied(world, query)
    const rows = listed(world, world.orders.list())
      .filter(({ status }) => !type || status === type)
      .map(({ uuid, status }) => ({ uuid, status }))
    return rows.length > 0 ? done(operation, rows) : notFound(operation.emptyList.messageKey)
  },

  "orders.details"(call) {
    const order = call.world.orders.get(call.params.order_uuid)
    return order
      ? done(call.operation, orderRecord(call.world, order))
      : noSuchRecord(call.operation)
  },

  // Which date the range is about is not known: an order counts when its own date or its creation lies within.
  "orders.details-by-date-range"({ operation, query, world }) {
    const { ignoredFilters, listLimit = Infinity, strictRange } = world.quirks
    const start = limitInSeconds(world, query.startTimestamp)
    const end = limitInSeconds(world, query.endTimestamp)
    const isWithin = (moment: number) => ignoredFilters || (moment >= start && moment <= end)
    const found = listed(world, world.orders.list()).filter(
      (order) => isWithin(order.createdAt) || (!strictRange && isWithin(order.orderDate))
    )
    const shown = found.slice(Math.max(0, found.length - listLimit))
    return done(
      operation,
      shown.map((order) => orderRecord(world, order))
    )
  },

  "orders.invoice-number"(call) {
    const { operation, params, world } = call
    const order = world.orders.get(params.order_uuid)
    if (!order) {
      return noSuchRecord(operation)
    }
    const refusal = preconditionRefusal(operation, order.status)
    if (refusal || order.invoiceNumber === null) {
      return refusal ?? noSuchRecord(operation)
    }
    return done(operation, {
      orderUuid: order.uuid,
      invoiceNumber: order.invoiceNumber,
      status: order.status,
    })
  },

  "orders.update-payment-link"(call) {
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
    return done(operation, null)
  },

  "orders.resend-payment-link"(call) {
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
    return done(operation, null)
  },

  // The page names no refusal by status: an order that cannot be charged is answered with its only server error.
  "orders.delayed-charge"(call) {
    const { operation, params, world } = call
    const order = world.orders.get(params.order_uuid)
    if (!order) {
      return noSuchRecord(operation)
    }
    if (!chargedLater.has(order.kind) || !canHappen(order, "pay")) {
      return executionException()
    }
    moveOrder(world, order, "pay", "delayed charge")
    return done(operation, null)
  },

  "orders.cancel"(call) {
    const { body, operation, params, world } = call
    const found = changeable(operation, world.orders.get(params.order_uuid))
    if ("refusal" in found) {
      return found.refusal
    }
    const { record: order } = found
    // What was refunded was paid once: the documentation names no key of its own for it.
    if (!canHappen(order, "cancel")) {
      return conflict("orderStatusAlreadyPaid")
    }
    moveOrder(world, order, "cancel", body.cancellationNote)
    return done(operation, null)
  },
} satisfies Handlers

/** The documented order record, with the line `id`s a refund needs (the documentation leaves them out). */
function orderRecord(world: World, order: Order) {
  const customer = world.customers.get(order.customerUuid ?? "")
  return {
    type: order.kind,
    orderUuid: order.uuid,
    invoiceNumber: order.invoiceNumber,
    status: order.status,
    orderDate: dayText(order.orderDate),
    paymentLinkDueDate: order.dueAt === null ? null : dayText(order.dueAt),
    productList: order.lines.map(lineRecord),
    orderSummary: {
      subTotal: kronerOf(order.subTotalOre),
      tax: kronerOf(order.totalTaxOre),
      discount: kronerOf(order.totalDiscountOre),
      grandTotal: kronerOf(order.grandTotalOre),
    },
    referenceNo: order.referenceNo,
    customerReference: order.customerReference,
    customerDetails: customer && {
      type: customer.type === "private" ? "Private" : "Corporate",
      uuid: customer.uuid,
      countryCode: customer.countryCode,
      msisdn: customer.msisdn,
      email: customer.email,
      name: customer.name,
      preferredLanguage: customer.preferredLanguage,
      personalNumber: customer.personalNumber,
      organizationId: customer.organizationId,
      address: {
        street: customer.billing.street,
        zip: customer.billing.zip,
        city: customer.billing.city,
        country: customer.billing.country,
      },
    },
  }
}

/** Kinds of orders that are paid by card, and so may be charged later. Assumed: the page says nothing of it. */
const chargedLater: ReadonlySet<OrderKind> = new Set(["checkout-session", "hosted-checkout"])
