import { MedusaError } from "@medusajs/framework/utils"

import { ConflictError, RefusedError } from "../../connect"
import {
  failureOf,
  invalidData,
  isDeclined,
  isRefusal,
  notAllowed,
  refundFailureOf,
  refusal,
  senderLost,
} from "../failure"

const conflict = new ConflictError({
  operationId: "orders.cancel",
  message: "It is paid.",
  advice: "Refund it.",
  messageKey: "orderStatusAlreadyPaid",
})

describe("what staff are told", () => {
  it.each([
    ["not_allowed", notAllowed],
    ["invalid_data", invalidData],
  ])("is %s, with its code and values where it has one", (type, refuse) => {
    expect(refuse("No.")).toMatchObject({ type, message: "No.", code: undefined })
    expect(isRefusal(refuse("No."))).toBe(false)

    const coded = refuse("No.", { code: "beyond_left", values: { amount: "1.00" } })
    expect(coded).toMatchObject({ type, code: "beyond_left", values: { amount: "1.00" } })
    expect(isRefusal(coded)).toBe(true)
    expect(refuse("No.", { code: "not_created" })).toMatchObject({ values: {} })
  })

  it("is known again after a workflow, which hands on its properties alone", () => {
    expect(isRefusal({ ...notAllowed("No.", { code: "not_created" }) })).toBe(true)
  })

  it.each([null, undefined, "values", { values: {} }, new Error("values")])(
    "is no refusal: %p",
    (error) => {
      expect(isRefusal(error)).toBe(false)
    }
  )

  it("is what the service said, and what was attempted", () => {
    const told = refusal("It stays", conflict, "cancel_rejected", { amount: "1.00" })
    expect(told).toMatchObject({
      type: "not_allowed",
      message: "It stays. It is paid. Refund it.",
      code: "cancel_rejected",
      values: { amount: "1.00", kind: "conflict", why: "It is paid. Refund it." },
      messageKey: "orderStatusAlreadyPaid",
    })
    expect(refusal("It stays", conflict)).toMatchObject({ type: "not_allowed", code: undefined })
  })

  it("leaves what is not of the service as it is", () => {
    const bug = new TypeError("bug")
    expect(refusal("It stays", bug, "cancel_rejected")).toBe(bug)
  })
})

describe("isDeclined", () => {
  it("holds for a declined authorisation alone", () => {
    const { PAYMENT_AUTHORIZATION_ERROR, NOT_ALLOWED } = MedusaError.Types
    expect(isDeclined(new MedusaError(PAYMENT_AUTHORIZATION_ERROR, "No."))).toBe(true)
    expect(isDeclined(new MedusaError(NOT_ALLOWED, "No."))).toBe(false)
    expect(isDeclined(new Error("No."))).toBe(false)
    expect(isDeclined({ type: PAYMENT_AUTHORIZATION_ERROR })).toBe(false)
  })
})

describe("what journals keep", () => {
  it("is the facts of a refused refund, without the fields", () => {
    const refused = new RefusedError({
      operationId: "orders.refund",
      message: "No.",
      advice: "",
      httpStatus: 417,
      messageKey: "payloadValidationErrors",
      fieldErrors: { grandTotal: ["is required"] },
    })
    expect(refundFailureOf(refused)).toEqual({
      kind: "refused",
      message: "No.",
      at: expect.any(String),
      httpStatus: 417,
      messageKey: "payloadValidationErrors",
    })
  })

  it.each<[string, ConstructorParameters<typeof ConflictError>[0], object]>([
    [
      "no more than is known",
      { operationId: "orders.cancel", message: "No.", advice: "Wait." },
      {},
    ],
    [
      "what the service said and which code it was",
      {
        operationId: "orders.cancel",
        message: "No.",
        advice: "Wait.",
        httpStatus: 409,
        messageKey: "orderStatusAlreadyPaid",
        code: "ECONNRESET",
        values: { limit: "10" },
        fieldErrors: { grandTotal: ["is required"] },
      },
      {
        httpStatus: 409,
        messageKey: "orderStatusAlreadyPaid",
        code: "ECONNRESET",
        values: { limit: "10" },
        fieldErrors: { grandTotal: ["is required"] },
      },
    ],
  ])("is %s", (_what, facts, kept) => {
    expect(failureOf(new ConflictError(facts), new Date("2026-03-01T12:00:00Z"))).toStrictEqual({
      kind: "conflict",
      message: "No.",
      advice: "Wait.",
      at: "2026-03-01T12:00:00.000Z",
      operationId: "orders.cancel",
      ...kept,
    })
  })

  it.each([new TypeError("kari@example.com"), "kari@example.com"])(
    "is no word of a failure of our own: %p",
    (error) => {
      const { kind, message } = failureOf(error)

      expect(kind).toBe("internal")
      expect(message).not.toContain("kari")
    }
  )

  it("is when a sender was lost", () => {
    expect(senderLost(new Date("2026-03-01T12:00:00Z"))).toMatchObject({
      kind: "sender-lost",
      at: "2026-03-01T12:00:00.000Z",
    })
  })
})
