import { serverWords } from "../../lib/__tests__/server-words"
import { callbackVerdicts, connectionVerdicts } from "../data"

describe("verdicts", () => {
  it.each([
    [
      "the callback address",
      callbackVerdicts,
      "domain/callbacks/reach-callback.ts",
      "CallbackReach",
    ],
    [
      "the connection",
      connectionVerdicts,
      "api/admin/e-invoice/settings/test-connection.ts",
      "ConnectionVerdict",
    ],
  ])("have words for whatever the test of %s finds", (_what, verdicts, file, name) => {
    expect(Object.keys(verdicts).sort()).toEqual(serverWords(file, name).sort())
  })
})
