import { isCountryCode } from "../schemas/request-values"

describe("isCountryCode", () => {
  it("knows the assigned codes, in capitals", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    const pairs = letters.flatMap((a) => letters.map((b) => a + b))

    expect(pairs.filter(isCountryCode)).toHaveLength(249)
    expect(isCountryCode("no")).toBe(false)
    expect(isCountryCode("UK")).toBe(false)
  })
})
