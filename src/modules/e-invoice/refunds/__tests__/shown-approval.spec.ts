import { showsApproved } from "../shown-approval"

describe("what the service shows beyond what is recorded", () => {
  it.each<[string, bigint[], bigint, boolean | undefined]>([
    ["is no approved refund where none awaits approval", [], 0n, false],
    ["may be one where no amount is named", [50n], 0n, undefined],
    ["may be one of several where no amount is named", [50n, 70n], 0n, undefined],
    ["is none where less is named", [50n], 49n, false],
    ["is none where less is named than each of several", [50n, 70n], 49n, false],
    ["is the one where exactly that is named", [50n], 50n, true],
    ["may be the one of several where that is named", [50n, 70n], 50n, undefined],
    ["may be one beside another where more is named", [50n], 51n, undefined],
  ])("%s", (_what, awaitingOre, namedOre, expected) => {
    expect(showsApproved(awaitingOre, namedOre)).toBe(expected)
  })
})
