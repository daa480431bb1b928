import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations } from "../operation"
import { maybeText, record, requiredText } from "../schemas/answer-values"
import { anyCustomer, privateCustomer } from "../schemas/customer-body"
import {
  callbackUrl,
  invoiceTerms,
  linkDueDate,
  orderSummary,
  reference,
  sessionCallback,
  soldLines,
} from "../schemas/order"
import { decimal, language, text } from "../schemas/request-values"
import {
  exampleCallback,
  exampleCompany,
  exampleContact,
  exampleLines,
  examplePerson,
  exampleRedirects,
  exampleSession,
} from "./examples"
import {
  byCancellingOrder,
  clientLibrary,
  docs,
  payloadInvalid,
  serverFailure,
  specification,
} from "./facts"

const createsSession = {
  success: { status: 201, messageKey: "Order Submitted Successfully", isData: true },
  refusals: [payloadInvalid, serverFailure],
  safety: "once",
  inverse: byCancellingOrder,
  provenance: "documentation",
} as const

const session = lazily(() => ({
  orderUuid: requiredText,
  customerUuid: maybeText,
  paymentUrl: requiredText,
}))

/** A checkout session that is paid by invoice: it wants a cost of shipping, which our lines hold already. */
function asCheckoutSession(body: unknown) {
  // The entry's schema let it through.
  const { orderSummary: summary, ...rest } = body as { orderSummary: object }
  return {
    ...rest,
    orderSummary: { ...summary, shippingCost: "0.00" },
    submitPayment: { via: "invoice", currency: "NOK" },
  }
}

/** Checkout order, by operation id. */
export const checkoutOperations = defineOperations({
  // No source lists the values of `via`: visa stands in samples, invoice was accepted in July 2025.
  "checkout.create-session": {
    title: "Create checkout session (card and wallet payments)",
    method: "POST",
    path: "/api/v1/connect/orders/regular/submit",
    body: () =>
      z
        .strictObject({
          ...soldLines(),
          orderSummary: orderSummary().extend({ shippingCost: decimal }),
          withCustomer: z.boolean().optional(),
          customerDetails: anyCustomer().optional(),
          referenceNo: reference().optional(),
          customerReference: reference().optional(),
          submitPayment: z.strictObject({ via: text }),
          callback: sessionCallback(),
        })
        .refine(
          ({ submitPayment, customerDetails }) =>
            submitPayment.via !== "invoice" || customerDetails?.personalNumber,
          {
            path: ["customerDetails", "personalNumber"],
            message: "must be given when submitPayment.via is invoice",
          }
        ),
    ...createsSession,
    data: () => record(session(), { orderUuid: "uuid" }),
    creates: { kind: "order", uuid: "orderUuid", reportsBack: true, chargedLater: true },
    sources: [`${docs}/page/create-checkout-session-card-vipps-apple-google-pay`, clientLibrary],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          orderSummary: { ...exampleLines.orderSummary, shippingCost: "0.00" },
          customerDetails: examplePerson,
          submitPayment: { via: "visa" },
          callback: { ...exampleCallback, ...exampleRedirects },
        },
      },
      answer: exampleSession,
    }),
  },

  // A private customer's order is invoiced at once and may come without an address to redirect to.
  "checkout.create-invoice-session": {
    title: "Create session for invoice order",
    method: "POST",
    path: "/api/v1/connect/orders/invoice/submit",
    body: () =>
      z.strictObject({
        ...soldLines(),
        customerDetails: anyCustomer(),
        ...invoiceTerms(),
        callback: sessionCallback(),
      }),
    ...createsSession,
    data: () =>
      record({ ...session(), paymentUrl: maybeText }, { orderUuid: "uuid", paymentUrl: "url" }),
    creates: { kind: "order", uuid: "orderUuid", reportsBack: true },
    assumed: ["data", "success"],
    sources: [`${docs}/page/create-session-for-invoice-order`, specification.known],
    alternatives: [
      {
        path: "/api/v1/connect/orders/regular/submit",
        source: `${clientLibrary}, older documentation: with submitPayment.via invoice`,
        body: { write: asCheckoutSession },
      },
    ],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          customerDetails: { ...exampleCompany, type: "corporate" },
          invoiceFeeApplicable: false,
          callback: { ...exampleCallback, ...exampleRedirects },
        },
      },
      answer: { ...exampleSession, paymentUrl: "https://verify.example/1" },
    }),
  },

  // The documentation prints the address without /api, as no other operation has it; taken for a slip.
  "checkout.create-hosted": {
    title: "Hosted checkout",
    method: "POST",
    path: "/api/v1/connect/hosted/orders/payment-link/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        dueDateForPaymentLink: linkDueDate().optional(),
        customerDetails: privateCustomer().partial({ personalNumber: true }),
        checkoutLanguage: language.optional(),
        referencesNo: reference().optional(),
        customerNotes: reference().optional(),
        callback: sessionCallback().extend({ callbackUrl: callbackUrl() }),
      }),
    ...createsSession,
    data: () =>
      record({ ...session(), orderUuid: maybeText }, { orderUuid: "uuid", paymentUrl: "url" }),
    creates: { kind: "order", uuid: "orderUuid", reportsBack: true, chargedLater: true },
    assumed: ["path", "data", "success"],
    sources: [`${docs}/page/hosted-checkout/revisions/1219/changes`],
    alternatives: [
      {
        path: "/v1/connect/hosted/orders/payment-link/create",
        source: `${docs}/page/hosted-checkout/revisions/1219/changes`,
      },
    ],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          customerDetails: exampleContact,
          callback: { ...exampleCallback, ...exampleRedirects },
        },
      },
      answer: exampleSession,
    }),
  },
})
