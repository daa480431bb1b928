import { AdminRequestError } from "../errors"
import {
  IntentKeys,
  isOutcomeUnknown,
  mayPressAgain,
  operationToSettle,
  provesNoEffect,
} from "../idempotency-keys"

const refusal = (status: number, code?: string) =>
  new AdminRequestError(status, "", { message: "No.", code })

describe("IntentKeys", () => {
  it("keeps the key of an intent until it is settled", () => {
    const keys = new IntentKeys()
    const first = keys.keyOf("/orders/1/cancel", { note: "a" })

    expect(keys.keyOf("/orders/1/cancel", { note: "a" })).toBe(first)
    keys.settle("/orders/1/cancel", { note: "a" })
    expect(keys.keyOf("/orders/1/cancel", { note: "a" })).not.toBe(first)
  })

  it("keeps it whatever the page showed meanwhile", () => {
    const keys = new IntentKeys()
    const first = keys.keyOf("/orders/1/refunds", { amount: 5, seen: "a" })

    expect(keys.keyOf("/orders/1/refunds", { amount: 5, seen: "b" })).toBe(first)
  })

  it("has another key for another body or path", () => {
    const keys = new IntentKeys()
    const all = [
      keys.keyOf("/orders/1/cancel", { note: "a" }),
      keys.keyOf("/orders/1/cancel", { note: "b" }),
      keys.keyOf("/orders/2/cancel", { note: "a" }),
    ]

    expect(new Set(all).size).toBe(3)
    expect(all[0]).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe("isOutcomeUnknown", () => {
  it.each([
    ["the network failed", new TypeError("Failed to fetch")],
    ["a proxy gave up", refusal(504)],
    ["the server does not know", refusal(409, "in_doubt")],
    ["an earlier attempt is open", refusal(409, "under_way")],
    ["the service answered nonsense", refusal(502, "malformed_answer")],
  ])("says so when %s", (_why, error) => {
    expect(isOutcomeUnknown(error)).toBe(true)
  })

  it.each([
    ["the service refused", refusal(400, "refused")],
    ["the service was certainly not asked", refusal(503, "unavailable")],
    ["Medusa refused", refusal(400)],
    ["no user is signed in", refusal(401)],
  ])("is sure when %s", (_why, error) => {
    expect(isOutcomeUnknown(error)).toBe(false)
  })
})

describe("what to do where the outcome is unknown", () => {
  const heldBack = (status: number, code: string) =>
    new AdminRequestError(status, "", { message: "No.", code, open_operation: "einvop_1" })

  it.each([
    ["the network failed", new TypeError("Failed to fetch")],
    ["a proxy gave up", refusal(504)],
    ["a bill or a refund of an invoice got no answer", refusal(409, "in_doubt")],
  ])("is to press again when %s", (_why, error) => {
    expect(mayPressAgain(error)).toBe(true)
    expect(operationToSettle(error)).toBeUndefined()
  })

  it.each([
    ["an operation got no answer", heldBack(504, "in_doubt")],
    ["it got none before", heldBack(409, "in_doubt")],
    ["its answer was nonsense", heldBack(502, "malformed_answer")],
    ["another on the same record got none", heldBack(409, "under_way")],
  ])("is to settle the operation when %s", (_why, error) => {
    expect(mayPressAgain(error)).toBe(false)
    expect(operationToSettle(error)).toBe("einvop_1")
  })

  it("is to wait for what is under way", () => {
    expect(mayPressAgain(refusal(409, "under_way"))).toBe(false)
    expect(operationToSettle(refusal(409, "under_way"))).toBeUndefined()
  })
})

describe("provesNoEffect", () => {
  it.each([
    ["the service refused", refusal(400, "refused")],
    ["the server refused before it sent anything", refusal(400, "confirm_repeat")],
    ["the server failed before it sent anything", refusal(500, "not_sent")],
    ["a field is wrong", new AdminRequestError(400, "", { message: "amount: is too much" })],
  ])("is true when %s", (_why, error) => {
    expect(provesNoEffect(error)).toBe(true)
  })

  it.each([
    ["Medusa refused, perhaps after the service acted", refusal(400)],
    ["the server does not know", refusal(409, "in_doubt")],
    ["an earlier press may be under way", refusal(400, "refund_under_way")],
    ["an earlier press may be approved", refusal(400, "approval_asked")],
    ["an earlier press may be being recorded", refusal(400, "payment_under_way")],
    ["the network failed", new TypeError("Failed to fetch")],
  ])("is false when %s", (_why, error) => {
    expect(provesNoEffect(error)).toBe(false)
  })
})
