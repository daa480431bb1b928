import fc from "fast-check"

import { atLeast0, decimalNumber, decimalText, least, scaled } from "../decimal"

describe("a decimal", () => {
  it("is the number that its text reads as", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.nat(12),
        (value, decimals) => {
          expect(decimalNumber(value, decimals)).toBe(Number(decimalText(value, decimals)))
        }
      )
    )
  })

  it("is read from a whole number as from its text", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(12), (whole, decimals) => {
        expect(scaled(whole, decimals)).toBe(scaled(String(whole), decimals))
      })
    )
  })
})

describe("of integers", () => {
  it.each([
    [-1n, 1n, -1n],
    [1n, -1n, -1n],
    [2n, 2n, 2n],
  ])("the smaller of %s and %s is %s", (one, other, smaller) => {
    expect(least(one, other)).toBe(smaller)
  })

  it.each([
    [-1n, 0n],
    [0n, 0n],
    [1n, 1n],
  ])("%s is at least %s", (value, expected) => {
    expect(atLeast0(value)).toBe(expected)
  })
})
