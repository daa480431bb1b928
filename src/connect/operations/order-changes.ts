import { z } from "zod"

import { nothingUndoes } from "../inverse"
import { defineOperation } from "../operation"
import { nothing } from "../schemas/answer-values"
import { orderParams, productShares } from "../schemas/order-body"
import { resendContact } from "../schemas/customer-body"
import { decimal, text } from "../schemas/request-values"
import { paymentLinkBody } from "./order-creation"
import {
  clientLibrary,
  docs,
  orderNotFound,
  payloadInvalid,
  refundRefusal,
  refundRefusals,
  serverFailure,
  specification,
} from "./published"

export const cancelOrder = defineOperation({
  id: "orders.cancel",
  area: "orders",
  title: "Cancel order",
  method: "POST",
  path: "/api/v1/connect/orders/cancel/{order_uuid}",
  params: orderParams,
  body: () => z.strictObject({ cancellationNote: text }),
  data: nothing,
  success: { status: 202, messageKey: "cancelledOrderSuccessfully" },
  refusals: [
    { status: 400, messageKey: "orderStatusAlreadyPaid" },
    orderNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [{ record: "order", refused: { PAID: "orderStatusAlreadyPaid" } }],
  safety: "idempotent",
  permission: "cancel",
  inverse: nothingUndoes.final,
  provenance: "documentation",
  sources: [`${docs}/page/cancel-order`],
})

export const refundOrder = defineOperation({
  id: "orders.refund",
  area: "orders",
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
  success: { status: 202, messageKey: "orderRefundedSuccessfully" },
  refusals: [...refundRefusals, orderNotFound, payloadInvalid, serverFailure],
  preconditions: [
    {
      record: "order",
      refused: {
        REFUNDED: `${refundRefusal}ParamRefunded`,
        CANCELLED: `${refundRefusal}ParamCancelled`,
      },
    },
    {
      record: "order",
      when: { field: "type", is: "regular" },
      refused: { INVOICED: `${refundRefusal}ParamInvoiced` },
    },
  ],
  safety: "once",
  movesMoney: true,
  permission: "refund",
  inverse: nothingUndoes.moneyBack,
  provenance: "documentation",
  sources: [`${docs}/page/refund-order`],
})

// No source shows the body or the answers: the fields of the creation, any of them, in the form of the siblings.
export const updatePaymentLink = defineOperation({
  id: "orders.update-payment-link",
  area: "orders",
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
  success: { status: 202, messageKey: "paymentLinkUpdatedSuccessfully" },
  refusals: [
    { status: 400, messageKey: "orderStatusNotSent" },
    orderNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [{ record: "order", allowed: ["SENT"], messageKey: "orderStatusNotSent" }],
  safety: "idempotent",
  inverse: {
    none: "The service does not show the link's earlier values in the form in which it takes them.",
  },
  provenance: "specification",
  assumed: ["body", "data", "success", "preconditions"],
  sources: [specification.known],
})

export const resendPaymentLink = defineOperation({
  id: "orders.resend-payment-link",
  area: "orders",
  title: "Resend payment link",
  method: "POST",
  path: "/api/v1/connect/orders/resend/{order_uuid}",
  params: orderParams,
  body: resendContact,
  data: nothing,
  success: { status: 202, messageKey: "resentOrderSuccessfully" },
  refusals: [
    { status: 400, messageKey: "orderStatusAlreadyPaid" },
    { status: 400, messageKey: "orderStatusAlreadyCancelled" },
    orderNotFound,
    payloadInvalid,
    serverFailure,
  ],
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
})

export const chargeDelayed = defineOperation({
  id: "orders.delayed-charge",
  area: "orders",
  title: "Delayed charge",
  method: "POST",
  path: "/api/v1/connect/orders/delayed/charge/{order_uuid}",
  params: orderParams,
  data: nothing,
  success: { status: 200, messageKey: "orderDelayedChargedSuccessfully" },
  refusals: [orderNotFound, serverFailure],
  safety: "once",
  movesMoney: true,
  inverse: nothingUndoes.moneyTaken,
  provenance: "specification",
  assumed: ["preconditions"],
  sources: [`${docs}/page/delayed-charge`],
})
