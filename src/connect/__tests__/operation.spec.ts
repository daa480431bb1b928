import { z } from "zod"

import { catalogue, refusalByStatus } from ".."
import { defineOperations, groupOf, type Operation } from "../operation"

const entry = {
  title: "Verify token",
  method: "GET",
  path: "/token",
  data: () => z.string(),
  example: () => ({ request: {}, answer: "text" }),
  success: { status: 200, messageKey: "ok", isData: true },
  refusals: [],
  safety: "read",
  provenance: "assumed",
  sources: [],
} as const

describe("an entry of the catalogue", () => {
  it("stands in the area that its id begins with, and has no part that was not written", () => {
    const { "token.verify.more": operation } = defineOperations({ "token.verify.more": entry })

    expect(operation).toMatchObject({ id: "token.verify.more", area: "token" })
    expect((operation as Operation).body).toBeUndefined()
  })

  it("refuses what its statuses refuse, each once, with 400 where it does not say otherwise", () => {
    const said = { status: 417, messageKey: "isSaid" }
    const { "orders.one": operation } = defineOperations({
      "orders.one": {
        ...entry,
        refusals: [{ status: 404, messageKey: "isUnknown" }, said],
        preconditions: [
          { record: "order", allowed: ["SENT"], messageKey: "isNotSent" },
          { record: "order", refused: { PAID: "isPaid", INVOICED: "isPaid", SENT: "isSaid" } },
        ],
      },
    })

    expect(operation.refusals).toEqual([
      { status: 400, messageKey: "isNotSent" },
      { status: 400, messageKey: "isPaid" },
      { status: 404, messageKey: "isUnknown" },
      said,
    ])
  })

  it.each([
    ["checkout", { atCheckout: true, safety: "once" }],
    ["checkout", { atCheckout: true, safety: "read" }],
    ["once", { safety: "once" }],
    ["others", { safety: "idempotent" }],
    ["others", { safety: "read" }],
  ] as const)("fails with the group %s where it is %j", (group, operation) => {
    expect(groupOf(operation)).toBe(group)
  })

  it("makes a schema when it is read, and once", () => {
    const data = jest.fn(() => z.string())
    const { "token.verify": operation } = defineOperations({ "token.verify": { ...entry, data } })
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
    [refund, "INVOICED", undefined, undefined],
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
