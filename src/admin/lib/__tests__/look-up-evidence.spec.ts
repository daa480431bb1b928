import { readLookUp } from "../look-up-evidence"

describe("readLookUp", () => {
  it("reads what the journal kept", () => {
    expect(
      readLookUp({
        message: "The service was asked but gave no answer.",
        at: "2026-11-21T04:00:00.000Z",
        lookup: {
          at: "2026-11-21T04:01:00.000Z",
          result: "unclear",
          orderUuids: ["ODR1"],
        },
      })
    ).toEqual({
      message: "The service was asked but gave no answer.",
      failedAt: "2026-11-21T04:00:00.000Z",
      lookedAt: "2026-11-21T04:01:00.000Z",
      result: "unclear",
      orderUuids: ["ODR1"],
    })
  })

  it("makes do with nothing", () => {
    expect(readLookUp(null)).toEqual({
      message: null,
      failedAt: null,
      lookedAt: null,
      result: null,
      orderUuids: [],
    })
  })
})
