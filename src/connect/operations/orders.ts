import { z } from "zod"

import { defineOperations, LONGEST_LIST } from "../operation"
import { orderStatusFilters } from "../order-status"
import { maybeText, nothing, provenListOf, record, requiredDigits } from "../schemas/answer-values"
import { resendContact } from "../schemas/customer-body"
import {
  orderParams,
  orderRecord,
  orderStatusRow,
  orderStatusRows,
  productShares,
} from "../schemas/order"
import { decimal, text, unixTime } from "../schemas/request-values"
import { exampleIds, exampleOrder, exampleOrderRead, exampleShares } from "./examples"
import {
  clientLibrary,
  docs,
  nothingUndoes,
  orderNotFound,
  payloadInvalid,
  refundPreconditions,
  refundRefusals,
  serverFailure,
  specification,
} from "./facts"
import { paymentLinkBody } from "./order-creation"

/** Order management, by operation id. */
export const orderOperations = defineOperations({
  // No source shows the body or the answers: the fields of the creation, any of them, in the form of the siblings.
  "orders.update-payment-link": {
    title: "Update payment link",
    method: "POST",
    path: "/api/v1/connect/orders/{order_uuid}/update-payment-link",
    params: orderParams,
    body: () =>
      paymentLinkBody()
        .partial()
        .refine(
          (changes) => Object.values(changes).some((value) => value !== undefined),
          "must change at least one field"
        ),
    data: nothing,
    success: { status: 202, messageKey: "paymentLinkUpdatedSuccessfully", isData: false },
    refusals: [orderNotFound, payloadInvalid, serverFailure],
    preconditions: [{ record: "order", allowed: ["SENT"], messageKey: "orderStatusNotSent" }],
    safety: "idempotent",
    inverse: {
      none: "The service does not show the link's earlier values in the form in which it takes them.",
    },
    provenance: "specification",
    assumed: ["body", "data", "success", "preconditions"],
    sources: [specification.known],
    example: () => ({
      given: "order SENT",
      request: { params: { order_uuid: exampleIds.order }, body: { referenceNo: "1001" } },
      answer: null,
    }),
  },

  "orders.resend-payment-link": {
    title: "Resend payment link",
    method: "POST",
    path: "/api/v1/connect/orders/resend/{order_uuid}",
    params: orderParams,
    body: resendContact,
    data: nothing,
    success: { status: 202, messageKey: "resentOrderSuccessfully", isData: true },
    refusals: [orderNotFound, payloadInvalid, serverFailure],
    preconditions: [
      {
        record: "order",
        refused: {
          PAID: "orderStatusAlreadyPaid",
          CANCELLED: "orderStatusAlreadyCancelled",
        },
      },
    ],
    safety: "once",
    inverse: nothingUndoes.messageOut,
    provenance: "documentation",
    sources: [`${docs}/page/resend-payment-link`, clientLibrary],
    example: () => ({
      given: "order SENT",
      request: { params: { order_uuid: exampleIds.order }, body: { email: "kari@example.com" } },
      answer: null,
    }),
  },

  "orders.status": {
    title: "Get order status by UUID",
    method: "GET",
    path: "/api/v1/connect/orders/status/{order_uuid}",
    params: orderParams,
    data: orderStatusRow,
    success: { status: 200, messageKey: "Order Status Retrieved Successfully", isData: true },
    refusals: [{ status: 404, messageKey: "Order Not Found" }, serverFailure],
    safety: "read",
    shows: "order",
    provenance: "documentation",
    sources: [`${docs}/page/get-order-status-by-uuid`],
    example: () => ({
      given: "order SENT",
      request: { params: { order_uuid: exampleIds.order } },
      answer: { uuid: exampleIds.order, status: "SENT" },
    }),
  },

  "orders.status-list": {
    title: "Get all order status",
    method: "GET",
    path: "/api/v1/connect/orders/status",
    query: () => z.strictObject({ type: z.enum(orderStatusFilters).optional() }),
    data: orderStatusRows,
    success: { status: 200, messageKey: "Order Status Retrieved Successfully", isData: true },
    refusals: [serverFailure],
    emptyList: { status: 404, messageKey: "Order Not Found" },
    safety: "read",
    maxAnswerBytes: LONGEST_LIST,
    provenance: "documentation",
    sources: [`${docs}/page/get-all-order-status`],
    example: () => ({
      given: "order PAID",
      request: { query: { type: "PAID" } },
      answer: { 0: { uuid: exampleIds.order, status: "PAID" } },
      reads: [{ uuid: exampleIds.order, status: "PAID" }],
    }),
  },

  "orders.details": {
    title: "Get order details by UUID",
    method: "GET",
    path: "/api/v1/connect/orders/details/{order_uuid}",
    params: orderParams,
    data: orderRecord,
    success: { status: 200, messageKey: "orderRetrievedSuccessfully", isData: true },
    refusals: [orderNotFound, serverFailure],
    safety: "read",
    shows: "order",
    provenance: "documentation",
    sources: [`${docs}/page/get-order-details-by-uuid`],
    example: () => ({
      given: "order INVOICED",
      request: { params: { order_uuid: exampleIds.order } },
      answer: exampleOrder,
      reads: exampleOrderRead,
    }),
  },

  // Method, path and query follow the status list beside the status of one order, and the credit check list. There is no
  // emptyList here, and null is no list: were the guessed path wrong, its answer would read as "no such order" and allow a
  // second creation.
  "orders.details-by-date-range": {
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
    success: { status: 200, messageKey: "orderRetrievedSuccessfully", isData: true },
    refusals: [serverFailure],
    safety: "read",
    maxAnswerBytes: LONGEST_LIST,
    provenance: "assumed",
    sources: [specification.byName],
    example: () => ({
      given: "order INVOICED",
      request: { query: { startTimestamp: 1755764131, endTimestamp: 4102444799 } },
      answer: [exampleOrder],
      reads: [exampleOrderRead],
    }),
  },

  "orders.invoice-number": {
    title: "Get invoice number by UUID",
    method: "GET",
    path: "/api/v1/connect/orders/invoice-number/{order_uuid}",
    params: orderParams,
    data: () =>
      record(
        {
          orderUuid: maybeText,
          invoiceNumber: requiredDigits,
          status: maybeText,
        },
        { orderUuid: "uuid" }
      ),
    success: { status: 200, messageKey: "orderInvoiceNoRetrievedSuccessfully", isData: true },
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
    example: () => ({
      given: "order INVOICED",
      request: { params: { order_uuid: exampleIds.order } },
      answer: { orderUuid: exampleIds.order, invoiceNumber: 10001234 },
      reads: { orderUuid: exampleIds.order, invoiceNumber: "10001234" },
    }),
  },

  "orders.cancel": {
    title: "Cancel order",
    method: "POST",
    path: "/api/v1/connect/orders/cancel/{order_uuid}",
    params: orderParams,
    body: () => z.strictObject({ cancellationNote: text }),
    data: nothing,
    success: { status: 202, messageKey: "cancelledOrderSuccessfully", isData: false },
    refusals: [orderNotFound, payloadInvalid, serverFailure],
    preconditions: [{ record: "order", refused: { PAID: "orderStatusAlreadyPaid" } }],
    safety: "idempotent",
    permission: "cancel",
    inverse: nothingUndoes.final,
    provenance: "documentation",
    sources: [`${docs}/page/cancel-order`],
    example: () => ({
      given: "order SENT",
      request: {
        params: { order_uuid: exampleIds.order },
        body: { cancellationNote: "Ordered twice" },
      },
      answer: null,
    }),
  },

  "orders.refund": {
    title: "Refund order",
    method: "POST",
    path: "/api/v1/connect/orders/refund/{order_uuid}",
    params: orderParams,
    body: () =>
      z.strictObject({
        type: z.enum(["regular", "invoiced"]),
        grandTotal: decimal,
        products: productShares(),
      }),
    data: nothing,
    success: { status: 202, messageKey: "orderRefundedSuccessfully", isData: true },
    refusals: [...refundRefusals, orderNotFound, payloadInvalid, serverFailure],
    preconditions: refundPreconditions,
    safety: "once",
    movesMoney: true,
    permission: "refund",
    inverse: nothingUndoes.moneyBack,
    provenance: "documentation",
    sources: [`${docs}/page/refund-order`],
    example: () => ({
      given: "order PAID",
      request: {
        params: { order_uuid: exampleIds.order },
        body: { type: "regular", ...exampleShares },
      },
      answer: null,
    }),
  },

  "orders.delayed-charge": {
    title: "Delayed charge",
    method: "POST",
    path: "/api/v1/connect/orders/delayed/charge/{order_uuid}",
    params: orderParams,
    data: nothing,
    success: { status: 200, messageKey: "orderDelayedChargedSuccessfully", isData: true },
    refusals: [orderNotFound, serverFailure],
    safety: "once",
    movesMoney: true,
    inverse: nothingUndoes.moneyTaken,
    provenance: "specification",
    assumed: ["preconditions"],
    sources: [`${docs}/page/delayed-charge`],
    example: () => ({
      given: "order for a card",
      request: { params: { order_uuid: exampleIds.order } },
      answer: null,
    }),
  },
})
