import { refundedOfCycles } from "../operation-evidence"

describe("what was refunded of a subscription's cycles", () => {
  const named = { isRefunded: true, refundedAmount: 30 }

  it.each([
    ["amounts of all", [named, { isRefunded: false, refundedAmount: 0 }], true],
    ["no amount of what is not refunded", [named, { isRefunded: false }], true],
    ["no amount of what is refunded", [named, { isRefunded: true }], false],
    ["nothing of one", [named, {}], false],
  ])("is whole or a part, where the service names %s", (_named, cycles, isWhole) => {
    expect(refundedOfCycles(cycles)).toEqual({ ore: 3_000n, isWhole })
  })
})
