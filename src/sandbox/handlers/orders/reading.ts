import { notFound } from "../../answers"
import type { Handler } from "../handler"
import { heeded, limitInSeconds, listed } from "../listing"
import { orderRecord } from "./order-answer"
import { preconditionRefusal } from "../preconditions"
import { done, noSuchRecord } from "../replies"

export const orderStatus: Handler<"orders.status"> = (call) => {
  const order = call.world.orders.get(call.params.order_uuid)
  if (!order) {
    return noSuchRecord(call.operation)
  }
  return done(call.operation, { uuid: order.uuid, status: order.status }, true)
}

export const orderStatusList: Handler<"orders.status-list"> = (call) => {
  const { operation, query, world } = call
  const { type } = heeded(world, query)
  const rows = listed(world, world.orders.list())
    .filter(({ status }) => !type || status === type)
    .map(({ uuid, status }) => ({ uuid, status }))
  return rows.length > 0 ? done(operation, rows, true) : notFound(operation.emptyList.messageKey)
}

export const orderDetails: Handler<"orders.details"> = (call) => {
  const order = call.world.orders.get(call.params.order_uuid)
  return order
    ? done(call.operation, orderRecord(call.world, order), true)
    : noSuchRecord(call.operation)
}

// Which date the range is about is not known: an order counts when its own date or its creation lies within.
export const orderDetailsByDateRange: Handler<"orders.details-by-date-range"> = ({
  operation,
  query,
  world,
}) => {
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
    shown.map((order) => orderRecord(world, order)),
    true
  )
}

export const invoiceNumber: Handler<"orders.invoice-number"> = (call) => {
  const { operation, params, world } = call
  const order = world.orders.get(params.order_uuid)
  if (!order) {
    return noSuchRecord(operation)
  }
  const refusal = preconditionRefusal(operation, order.status)
  if (refusal || order.invoiceNumber === null) {
    return refusal ?? noSuchRecord(operation)
  }
  return done(
    operation,
    {
      orderUuid: order.uuid,
      invoiceNumber: order.invoiceNumber,
      status: order.status,
    },
    true
  )
}
