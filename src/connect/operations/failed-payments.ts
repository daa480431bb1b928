import { z } from "zod"

import { defineOperation } from "../operation"
import { listOf } from "../schemas/answer-values"
import { identifier } from "../schemas/request-values"
import {
  bothDatesNeeded,
  failedPaymentRecord,
  failedPaymentRow,
  hasBothDates,
  listFilters,
} from "../schemas/subscription"
import { clientLibrary, docs, serverFailure, unauthorized } from "./published"

export const listFailedPayments = defineOperation({
  id: "subscriptions.failed-list",
  area: "subscriptions",
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
})

export const getFailedPayment = defineOperation({
  id: "subscriptions.failed-details",
  area: "subscriptions",
  title: "Get failed payment details",
  method: "GET",
  path: "/api/v1/connect/subscriptions/failed/details/{orderUuid}",
  params: () => z.strictObject({ orderUuid: identifier }),
  data: failedPaymentRecord,
  success: { status: 200, messageKey: "orderRetrievedSuccessfully" },
  refusals: [unauthorized, serverFailure],
  safety: "read",
  provenance: "documentation",
  sources: [`${docs}/page/get-failed-payment-details`, clientLibrary],
})
