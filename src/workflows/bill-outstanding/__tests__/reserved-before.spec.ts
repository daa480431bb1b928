import { reservedBefore } from "../within-outstanding"

const request = { body: { orderSummary: { grandTotal: "348.70" } } }

describe("reservedBefore", () => {
  it.each(["sending", "in_doubt", "succeeded"] as const)(
    "is the amount of an attempt that is %s",
    (state) => {
      expect(reservedBefore({ state, request })).toBe("348.70")
    }
  )

  it.each(["prepared", "rejected"] as const)(
    "is nothing when the attempt is %s: it is a new one",
    (state) => {
      expect(reservedBefore({ state, request })).toBeUndefined()
    }
  )

  it("is nothing when there was no attempt, or one of something else", () => {
    expect(reservedBefore(undefined)).toBeUndefined()
    expect(reservedBefore({ state: "succeeded", request: { params: {} } })).toBeUndefined()
  })
})
