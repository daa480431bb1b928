import type { OrderDraft } from "../../state/creation"
import type { Order } from "../../state/order"
import type { Handler } from "../handler"
import { done } from "../replies"
import { createOrder } from "./new-order"

type CommonBody = {
  products: OrderDraft["products"]
  orderSummary: OrderDraft["summary"]
  orderDate: string
  referenceNo?: string | null | undefined
  customerReference?: string | null | undefined
}

/** The fields that every way to create an order shares. */
export function commonDraft(body: CommonBody) {
  return {
    products: body.products,
    summary: body.orderSummary,
    orderDate: Number(body.orderDate),
    referenceNo: body.referenceNo,
    customerReference: body.customerReference,
  }
}

const identifiers = ({ uuid, customerUuid }: Order) => ({ uuid, customerUuid })

export const createEInvoice: Handler<"orders.create-e-invoice"> = (call) => {
  const { body, operation } = call
  const draft: OrderDraft = {
    ...commonDraft(body),
    kind: "e-invoice",
    customer: { type: "private", ...body.customerDetails },
    paymentMethod: "invoice",
    callbackUrl: body.callback.callbackUrl,
  }
  return createOrder(call, draft, (order) => done(operation, identifiers(order), false))
}

export const createInvoice: Handler<"orders.create-invoice"> = (call) => {
  const { body, operation } = call
  const draft: OrderDraft = {
    ...commonDraft(body),
    kind: "invoice",
    customer: body.customerDetails,
    paymentMethod: "invoice",
    callbackUrl: body.callback.callbackUrl,
  }
  return createOrder(call, draft, (order) => done(operation, identifiers(order), false))
}

// This page's text names the first identifier orderUuid, where its siblings have uuid.
export const createEhfInvoice: Handler<"orders.create-ehf-invoice"> = (call) => {
  const { body, operation } = call
  const draft: OrderDraft = {
    ...commonDraft(body),
    kind: "ehf-invoice",
    customer: { type: "corporate", ...body.customerDetails },
    paymentMethod: "invoice",
    callbackUrl: body.callback.callbackUrl,
  }
  return createOrder(call, draft, ({ uuid, customerUuid }) =>
    done(operation, { orderUuid: uuid, customerUuid }, false)
  )
}

export const createPaymentLink: Handler<"orders.create-payment-link"> = (call) => {
  const { body, operation } = call
  const draft: OrderDraft = {
    ...commonDraft(body),
    kind: "payment-link",
    customer: body.customerDetails,
    dueAt: unixOrNull(body.dueDateForPaymentLink),
    paymentMethod: "visa",
    callbackUrl: body.callback.callbackUrl,
  }
  return createOrder(call, draft, (order) => done(operation, identifiers(order), false))
}

export function unixOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
