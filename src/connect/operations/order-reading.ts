import { z } from "zod"

import { defineOperation } from "../operation"
import { orderStatusFilters } from "../order-status"
import { maybeText, provenListOf, record, requiredText } from "../schemas/answer-values"
import { orderRecord, orderStatusRow, orderStatusRows } from "../schemas/order-answer"
import { orderParams } from "../schemas/order-body"
import { unixTime } from "../schemas/request-values"
import { LONGEST_LIST } from "./longest-list"
import { docs, orderNotFound, serverFailure, specification } from "./published"

export const getOrderStatus = defineOperation({
  id: "orders.status",
  area: "orders",
  title: "Get order status by UUID",
  method: "GET",
  path: "/api/v1/connect/orders/status/{order_uuid}",
  params: orderParams,
  data: orderStatusRow,
  success: { status: 200, messageKey: "Order Status Retrieved Successfully" },
  refusals: [{ status: 404, messageKey: "Order Not Found" }, serverFailure],
  safety: "read",
  shows: "order",
  provenance: "documentation",
  sources: [`${docs}/page/get-order-status-by-uuid`],
})

export const listOrderStatuses = defineOperation({
  id: "orders.status-list",
  area: "orders",
  title: "Get all order status",
  method: "GET",
  path: "/api/v1/connect/orders/status",
  query: () => z.strictObject({ type: z.enum(orderStatusFilters).optional() }),
  data: orderStatusRows,
  success: { status: 200, messageKey: "Order Status Retrieved Successfully" },
  refusals: [serverFailure],
  emptyList: { status: 404, messageKey: "Order Not Found" },
  safety: "read",
  maxAnswerBytes: LONGEST_LIST,
  provenance: "documentation",
  sources: [`${docs}/page/get-all-order-status`],
})

export const getOrderDetails = defineOperation({
  id: "orders.details",
  area: "orders",
  title: "Get order details by UUID",
  method: "GET",
  path: "/api/v1/connect/orders/details/{order_uuid}",
  params: orderParams,
  data: orderRecord,
  success: { status: 200, messageKey: "orderRetrievedSuccessfully" },
  refusals: [orderNotFound, serverFailure],
  safety: "read",
  shows: "order",
  provenance: "documentation",
  sources: [`${docs}/page/get-order-details-by-uuid`],
})

// Method, path and query follow the status list beside the status of one order, and the credit check list. There is no
// emptyList here, and null is no list: were the guessed path wrong, its answer would read as "no such order" and allow a
// second creation.
export const listOrderDetails = defineOperation({
  id: "orders.details-by-date-range",
  area: "orders",
  title: "Get all order details by date range",
  method: "GET",
  path: "/api/v1/connect/orders/details",
  query: () =>
    z
      .strictObject({ startTimestamp: unixTime, endTimestamp: unixTime })
      .refine((range) => range.startTimestamp <= range.endTimestamp, {
        path: ["endTimestamp"],
        message: "must not be before startTimestamp",
      }),
  data: () => provenListOf(orderRecord()),
  success: { status: 200, messageKey: "orderRetrievedSuccessfully" },
  refusals: [serverFailure],
  safety: "read",
  maxAnswerBytes: LONGEST_LIST,
  provenance: "assumed",
  sources: [specification.byName],
})

export const getInvoiceNumber = defineOperation({
  id: "orders.invoice-number",
  area: "orders",
  title: "Get invoice number by UUID",
  method: "GET",
  path: "/api/v1/connect/orders/invoice-number/{order_uuid}",
  params: orderParams,
  data: () =>
    record(
      {
        orderUuid: maybeText,
        invoiceNumber: requiredText,
        status: maybeText,
      },
      { orderUuid: "uuid" }
    ),
  success: { status: 200, messageKey: "orderInvoiceNoRetrievedSuccessfully" },
  refusals: [orderNotFound, serverFailure],
  // No source names the answer for an order that has no invoice; orderNotFound is the page's only refusal.
  preconditions: [
    {
      record: "order",
      allowed: ["INVOICED", "INKASSO", "PURRING", "PAID", "REFUNDED"],
      messageKey: "orderNotFound",
    },
  ],
  safety: "read",
  provenance: "documentation",
  assumed: ["preconditions"],
  sources: [`${docs}/page/get-invoice-number-by-uuid`],
})
