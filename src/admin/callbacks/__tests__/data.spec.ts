import { serverWords } from "../../lib/__tests__/server-words"
import { callbackStateWords, outcomeWords, subjectTarget } from "../data"

describe("words for callbacks", () => {
  it.each(serverWords("modules/e-invoice/models/e-invoice-callback.ts", "CALLBACK_STATES"))(
    "say the state %s",
    (state) => {
      expect(callbackStateWords(state)).toBeDefined()
    }
  )

  // As src/workflows/callbacks/process-callbacks.ts writes them.
  it.each([
    "advanced: PAID",
    "repeated: PAID",
    "late: SENT",
    "passing: null",
    "not confirmed: SENT",
    "waiting: creation",
    "waiting: medusa-order",
    "waiting: ahead",
    "failed: the service cannot say",
    "reported: RESERVED",
    "told",
    "the record is forgotten",
  ])("say the outcome %s", (outcome) => {
    expect(outcomeWords(outcome)).toBeDefined()
  })

  it.each(serverWords("workflows/callbacks/process-callbacks.ts", "Disbelieved"))(
    "say why it was not believed: %s",
    (word) => {
      expect(outcomeWords(`not believed: ${word}`)).toEqual({
        text: expect.stringMatching(/\./),
        detail: undefined,
      })
    }
  )

  it("keep what the server adds", () => {
    expect(outcomeWords("failed: no: really\nnot")).toEqual({
      text: "callbacks.outcome.failed",
      detail: "no: really\nnot",
    })
    expect(outcomeWords("told")?.detail).toBeUndefined()
  })

  it.each(["waiting: rain", "odd", ""])("leave %j as it is", (outcome) => {
    expect(outcomeWords(outcome)).toBeUndefined()
  })
})

const subject = {
  kind: "checkout",
  id: "einvord_1",
  order_id: null,
  remote_uuid: "ODR1",
}

describe("what a callback is about", () => {
  it.each([
    ["checkout", {}, "/e-invoice/orders/einvord_1"],
    ["reservation", {}, "/e-invoice/reservations/ODR1"],
    ["subscription", {}, "/e-invoice/subscriptions/ODR1"],
    ["order", { order_id: "order_1" }, "/orders/order_1"],
    ["order", {}, undefined],
    ["reservation", { remote_uuid: null }, undefined],
  ])("leads to the page of a %s with %j", (kind, changes, page) => {
    expect(subjectTarget({ ...subject, kind, ...changes })).toBe(page)
  })
})
