import { z } from "zod"

import { catalogue, refusalByStatus } from ".."
import { defineOperations } from "../operation"

describe("an entry of the catalogue", () => {
  it("makes a schema when it is read, and once", () => {
    const data = jest.fn(() => z.string())
    const { "token.verify": operation } = defineOperations({
      "token.verify": {
        title: "Verify token",
        method: "GET",
        path: "/token",
        data,
        example: () => ({ request: {}, answer: "text" }),
        success: { status: 200, messageKey: "ok", isData: true },
        refusals: [],
        safety: "read",
        provenance: "assumed",
        sources: [],
      },
    })
    expect(data).not.toHaveBeenCalled()

    expect(operation.data.parse("text")).toBe("text")
    expect(operation.data).toBe(operation.data)
    expect(data).toHaveBeenCalledTimes(1)
  })
})

describe("refusalByStatus", () => {
  const { "orders.cancel": cancel, "orders.refund": refund } = catalogue
  const base = "refundRejectionForRefundedCancelledInvoicedOrder"

  it.each([
    [cancel, "Paid", undefined, "orderStatusAlreadyPaid"],
    [cancel, "SENT", undefined, undefined],
    [refund, "INVOICED", { type: "regular" }, `${base}ParamInvoiced`],
    [refund, "INVOICED", { type: "invoiced" }, undefined],
    [refund, "refunded", { type: "invoiced" }, `${base}ParamRefunded`],
    [refund, "PARTIAL_REFUNDED", { type: "regular" }, undefined],
    [refund, "INVOICED", null, undefined],
    [catalogue["orders.update-payment-link"], "PAID", {}, "orderStatusNotSent"],
    [catalogue["orders.update-payment-link"], "Sent", {}, undefined],
    [catalogue["subscriptions.cancel"], "SEND", {}, undefined],
    [catalogue["subscriptions.cancel"], "COMPLETED", {}, "subscriptionStatusNotCancellable"],
    [catalogue["reservations.complete"], "RESERVED", {}, "prerequisiteFailedToCompleteReservation"],
    [catalogue["token.verify"], "PAID", {}, undefined],
  ])("of $id in %s with %j is %s", (operation, status, body, expected) => {
    expect(refusalByStatus(operation, status, body)).toBe(expected)
  })
})
