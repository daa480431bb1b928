import { serverWords } from "../../../lib/__tests__/server-words"
import { callbackStateWords, outcomeWords } from "../callback-words"

describe("words for callbacks", () => {
  it.each(serverWords("modules/e-invoice/models/e-invoice-callback.ts", "CALLBACK_STATES"))(
    "say the state %s",
    (state) => {
      expect(callbackStateWords(state)).toBeDefined()
    }
  )

  // As src/workflows/process-callback.ts and operations/process-record-callback.ts write them.
  it.each([
    "advanced: PAID",
    "repeated: PAID",
    "late: SENT",
    "passing: null",
    "not confirmed: the service says SENT",
    "not believed: orders.status is switched off",
    "waiting: creation",
    "waiting: medusa-order",
    "waiting: ahead",
    "failed: the service cannot say",
    "learned: RESERVED",
    "told",
    "the record is forgotten",
  ])("say the outcome %s", (outcome) => {
    expect(outcomeWords(outcome)).toBeDefined()
  })

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
