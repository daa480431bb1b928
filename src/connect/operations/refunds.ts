import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations } from "../operation"
import { nothing } from "../schemas/answer-values"
import { orderParams, productShares } from "../schemas/order"
import { decimal, identifier, text } from "../schemas/request-values"
import { exampleIds, exampleShares } from "./examples"
import {
  clientLibrary,
  docs,
  nothingUndoes,
  orderNotFound,
  payloadInvalid,
  refundPreconditions,
  refundRefusals,
  serverFailure,
} from "./facts"

const approval = lazily(() => ({
  grandTotal: decimal,
  products: productShares(),
  /** The message key with which the ordinary refund was refused. */
  message: text,
}))

/** Refund management, by operation id. */
export const refundOperations = defineOperations({
  // The only documented path without /connect.
  "refunds.request-approval": {
    title: "Request refund approval",
    method: "POST",
    path: "/api/v1/orders/refund/request/approval/{order_uuid}",
    params: orderParams,
    body: () =>
      z.discriminatedUnion(
        "type",
        [
          z.strictObject({
            type: z.enum(["regular", "invoiced"]),
            ...approval(),
          }),
          z.strictObject({
            type: z.literal("reservation"),
            ...approval(),
            source: z.enum(["captured", "charged"]),
            reference: identifier,
          }),
        ],
        {
          error: (issue: { code: string }) =>
            issue.code === "invalid_union" ? "must be regular, invoiced or reservation" : undefined,
        }
      ),
    data: nothing,
    success: { status: 201, messageKey: "requestedOrderRefundSuccessfully", isData: false },
    refusals: [...refundRefusals, orderNotFound, payloadInvalid, serverFailure],
    preconditions: refundPreconditions,
    safety: "once",
    permission: "refund",
    movesMoney: true,
    inverse: nothingUndoes.recorded,
    provenance: "documentation",
    sources: [`${docs}/page/request-refund-approval`, clientLibrary],
    example: () => ({
      given: "order PAID",
      request: {
        params: { order_uuid: exampleIds.order },
        body: {
          ...exampleShares,
          type: "regular",
          message: "refundRejectionForWeeklyThresholdExceed",
        },
      },
      answer: null,
    }),
  },
})
