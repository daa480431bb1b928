import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations } from "../operation"
import {
  listOf,
  maybeText,
  nothing,
  publishedAs,
  record,
  requiredText,
} from "../schemas/answer-values"
import { resendContact } from "../schemas/customer-body"
import { delivery, sessionCallback } from "../schemas/order"
import { decimal, identifier, text } from "../schemas/request-values"
import {
  bothDatesNeeded,
  failedPaymentRecord,
  failedPaymentRow,
  hasBothDates,
  listFilters,
  subscriptionBody,
  subscriptionParams,
  subscriptionRecord,
  subscriptionRow,
} from "../schemas/subscription"
import { exampleIds, exampleRedirects, exampleSubscription } from "./examples"
import {
  byCancellingSubscription,
  clientLibrary,
  docs,
  linkIsOver,
  nothingUndoes,
  orderNotFound,
  payloadInvalid,
  serverFailure,
  specification,
  unauthorized,
} from "./facts"

const subscriptionNotFound = {
  status: 404,
  messageKey: "subscriptionNotFound",
}

/**
 * The documentation promises a payment link and does not name its field; sessions elsewhere call it paymentUrl, and the
 * client library calls it checkoutUrl.
 */
const createdSubscription = lazily(() =>
  record(
    {
      subscriptionUuid: maybeText,
      // The client library shows it; our own client has no use for it.
      orderUuid: maybeText,
      customerUuid: maybeText,
      paymentUrl: requiredText,
    },
    {
      subscriptionUuid: "uuid",
      paymentUrl: publishedAs("paymentUrl", "checkoutUrl", "paymentLink"),
    }
  ).meta({ title: "CreatedSubscription" })
)

const createsSubscription = {
  data: createdSubscription,
  success: { status: 201, messageKey: "subscriptionCreatedSuccessfully", isData: true },
  refusals: [unauthorized, payloadInvalid, serverFailure],
  safety: "once",
  inverse: byCancellingSubscription,
  provenance: "documentation",
  assumed: ["data", "success"],
} as const

/** Subscription management, by operation id. */
export const subscriptionOperations = defineOperations({
  // The specification and the newest export have the plural; older pages and the client library have the singular.
  "subscriptions.create": {
    title: "Create subscription",
    method: "POST",
    path: "/api/v1/connect/subscriptions/submit",
    body: () =>
      z.strictObject({
        ...subscriptionBody(),
        sendOrderBy: delivery().optional(),
        submitPayment: z.strictObject({ currency: text }).optional(),
      }),
    ...createsSubscription,
    creates: { kind: "subscription", uuid: "subscriptionUuid", reportsBack: false },
    sources: [`${docs}/page/create-subscription/export/markdown`],
    alternatives: [
      {
        path: "/api/v1/connect/subscription/submit",
        source: `${docs}/page/create-subscription up to revision 1614, ${clientLibrary}`,
      },
    ],
    example: () => ({
      request: { body: exampleSubscription },
      answer: {
        subscriptionUuid: exampleIds.subscription,
        orderUuid: exampleIds.order,
        customerUuid: exampleIds.customer,
        paymentUrl: "https://pay.example/1",
      },
    }),
  },

  // Singular in every copy, unlike the rest of the area.
  "subscriptions.create-session": {
    title: "Create session for subscription payment",
    method: "POST",
    path: "/api/v1/connect/subscription/create",
    body: () =>
      z.strictObject({
        ...subscriptionBody(),
        submitPayment: z.strictObject({ via: text, currency: text.optional() }),
        callback: sessionCallback(),
      }),
    ...createsSubscription,
    creates: { kind: "subscription", uuid: "subscriptionUuid", reportsBack: true },
    sources: [`${docs}/page/create-session-for-subscription-payment`, clientLibrary],
    alternatives: [
      {
        path: "/api/v1/connect/subscriptions/create",
        source: "by analogy with Create subscription",
      },
    ],
    example: () => ({
      request: {
        body: {
          ...exampleSubscription,
          submitPayment: { via: "visa", currency: "NOK" },
          callback: exampleRedirects,
        },
      },
      answer: { subscriptionUuid: exampleIds.subscription, paymentUrl: "https://pay.example/1" },
    }),
  },

  "subscriptions.list": {
    title: "Get subscription list",
    method: "GET",
    path: "/api/v1/connect/subscriptions/list/{status?}",
    params: () =>
      z.strictObject({
        // SEND is the specification's word for what the documentation calls SENT.
        status: z.enum(["SENT", "SEND", "ONGOING", "COMPLETED", "CANCELLED"]).optional(),
      }),
    query: () => z.strictObject(listFilters()).refine(hasBothDates, bothDatesNeeded),
    data: () => listOf(subscriptionRow()),
    paginated: true,
    success: { status: 200, messageKey: "subscriptionRetrieveSuccessfully", isData: true },
    refusals: [unauthorized, serverFailure],
    safety: "read",
    provenance: "documentation",
    sources: [`${docs}/page/get-subscription-list`, clientLibrary],
    alternatives: [
      {
        path: "/api/v1/connect/subscriptions/list",
        source: "specification: status is a query parameter, and its word for SENT is SEND",
      },
    ],
    example: () => ({
      given: "subscription ONGOING",
      request: { params: { status: "ONGOING" }, query: { page: 1 } },
      answer: [{ subscriptionUuid: exampleIds.subscription, status: "ONGOING", isPaid: 0 }],
      reads: [{ subscriptionUuid: exampleIds.subscription, status: "ONGOING", isPaid: false }],
    }),
  },

  "subscriptions.details": {
    title: "Get subscription details by uuid",
    method: "GET",
    path: "/api/v1/connect/subscriptions/details/{subscriptionUuid}",
    params: subscriptionParams,
    data: subscriptionRecord,
    success: {
      status: 200,
      messageKey: "subscriptionDetailsRetrievedSuccessfully",
      isData: true,
    },
    refusals: [unauthorized, subscriptionNotFound, serverFailure],
    safety: "read",
    shows: "subscription",
    provenance: "documentation",
    sources: [`${docs}/page/get-subscription-details-by-uuid`, clientLibrary],
    example: () => ({
      given: "subscription ONGOING",
      request: { params: { subscriptionUuid: exampleIds.subscription } },
      answer: {
        subscriptionUuid: exampleIds.subscription,
        status: "ONGOING",
        subscriptionSummary: { amountPaid: "375.00", currentCycle: 2 },
      },
      reads: {
        subscriptionUuid: exampleIds.subscription,
        status: "ONGOING",
        subscriptionSummary: { amountPaid: 375, currentCycle: "2" },
      },
    }),
  },

  // The specification writes SEND where the list's filter has SENT: both are taken. The refusal's key is not shown.
  "subscriptions.cancel": {
    title: "Cancel subscription",
    method: "POST",
    path: "/api/v1/connect/subscriptions/cancel/{subscriptionUuid}",
    params: subscriptionParams,
    body: () => z.strictObject({ note: text }),
    data: nothing,
    success: { status: 201, messageKey: "successfullyCancelledSubscription", isData: true },
    refusals: [subscriptionNotFound, payloadInvalid, serverFailure],
    preconditions: [
      {
        record: "subscription",
        allowed: ["SENT", "SEND", "ONGOING", "ON GOING"],
        messageKey: "subscriptionStatusNotCancellable",
      },
    ],
    safety: "idempotent",
    permission: "cancel",
    inverse: nothingUndoes.final,
    provenance: "specification",
    assumed: ["preconditions"],
    sources: [`${docs}/page/cancel-subscription/export/markdown`, clientLibrary],
    example: () => ({
      given: "subscription ONGOING",
      request: { params: { subscriptionUuid: exampleIds.subscription }, body: { note: "Moved" } },
      answer: [],
      reads: null,
    }),
  },

  "subscriptions.resend": {
    title: "Resend subscription",
    method: "POST",
    path: "/api/v1/connect/subscriptions/resend/{subscriptionUuid}",
    params: subscriptionParams,
    body: () => resendContact().safeExtend({ orderUuid: identifier.optional() }),
    data: nothing,
    success: { status: 202, messageKey: "resentOrderSuccessfully", isData: true },
    refusals: [subscriptionNotFound, orderNotFound, payloadInvalid, serverFailure],
    // As for a reservation, whose link is sent again alike.
    preconditions: [{ record: "subscription", refused: linkIsOver }],
    safety: "once",
    inverse: nothingUndoes.messageOut,
    provenance: "specification",
    assumed: ["method", "body", "data", "success", "preconditions"],
    sources: [specification.known, clientLibrary],
    example: () => ({
      given: "subscription SENT",
      request: {
        params: { subscriptionUuid: exampleIds.subscription },
        body: { email: "kari@example.com" },
      },
      answer: null,
    }),
  },

  "subscriptions.refund-cycle": {
    title: "Refund subscription cycle",
    method: "POST",
    path: "/api/v1/connect/subscriptions/cycles/refund/{subscriptionUuid}",
    params: subscriptionParams,
    body: () =>
      z.strictObject({
        cycles: z
          .array(text)
          .min(1, "must name at least one cycle")
          .refine((cycles) => new Set(cycles).size === cycles.length, "must name each cycle once"),
        amount: decimal,
      }),
    data: nothing,
    success: { status: 201, messageKey: "refundProcessedSuccessfully", isData: true },
    refusals: [
      { status: 400, messageKey: "someCyclesFailedToPassValidation" },
      { status: 404, messageKey: "cycleNotfound#cycle1" },
      payloadInvalid,
      serverFailure,
    ],
    safety: "once",
    movesMoney: true,
    permission: "refund",
    inverse: nothingUndoes.moneyBack,
    provenance: "documentation",
    sources: [`${docs}/page/refund-subscription-cycle`, clientLibrary],
    example: () => ({
      given: "subscription ONGOING",
      request: {
        params: { subscriptionUuid: exampleIds.subscription },
        body: { cycles: ["Cycle 1"], amount: "500.00" },
      },
      answer: [],
      reads: null,
    }),
  },

  "subscriptions.failed-list": {
    title: "Get failed payment list",
    method: "GET",
    path: "/api/v1/connect/subscriptions/failed/list/{status?}",
    params: () =>
      z.strictObject({
        status: z.enum(["paid", "invoiced", "debtCollection"]).optional(),
      }),
    query: () =>
      z
        .strictObject({
          ...listFilters(),
          subscriptionUuid: identifier.optional(),
        })
        .refine(hasBothDates, bothDatesNeeded),
    data: () => listOf(failedPaymentRow()),
    paginated: true,
    success: {
      status: 200,
      messageKey: "failedSubscriptionOrdersRetrievedSuccessfully!",
      isData: true,
    },
    refusals: [unauthorized, serverFailure],
    safety: "read",
    provenance: "documentation",
    sources: [`${docs}/page/get-failed-payment-list`, clientLibrary],
    alternatives: [
      {
        path: "/api/v1/connect/subscriptions/failed/list",
        source: "specification: status is a query parameter",
      },
    ],
    example: () => ({
      given: "subscription payment failed",
      request: { params: { status: "debtCollection" } },
      answer: [{ orderUuid: exampleIds.order, amount: "375.00" }],
      reads: [{ orderUuid: exampleIds.order, amount: 375 }],
    }),
  },

  "subscriptions.failed-details": {
    title: "Get failed payment details",
    method: "GET",
    path: "/api/v1/connect/subscriptions/failed/details/{orderUuid}",
    params: () => z.strictObject({ orderUuid: identifier }),
    data: failedPaymentRecord,
    success: { status: 200, messageKey: "orderRetrievedSuccessfully", isData: true },
    refusals: [unauthorized, orderNotFound, serverFailure],
    safety: "read",
    provenance: "documentation",
    sources: [`${docs}/page/get-failed-payment-details`, clientLibrary],
    example: () => ({
      given: "subscription payment failed",
      request: { params: { orderUuid: exampleIds.order } },
      answer: { subscriptionUuid: exampleIds.subscription, isInvoiced: 1, totalTax: "75.00" },
      reads: { subscriptionUuid: exampleIds.subscription, isInvoiced: true, totalTax: 75 },
    }),
  },
})
