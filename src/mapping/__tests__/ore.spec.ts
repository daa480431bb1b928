import { BigNumber, MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"

import { formatOre, oreNumber, toOre } from ".."
import { toExact } from "../decimal"

describe("øre", () => {
  it.each([
    [435.875, 43_588n],
    [1.005, 101n],
    [-1.005, -101n],
    [-0.001, 0n],
    [0, 0n],
    [1e-7, 0n],
    [1e21, 10n ** 23n],
    ["435.87499999999999999", 43_587n],
    ["4.35875e2", 43_588n],
    [".5", 50n],
    ["7.", 700n],
    [{ value: "40.5", precision: 20 }, 4_050n],
    [{ value: 40.5 }, 4_050n],
    [new BigNumber("40.5"), 4_050n],
    [new BigNumber({ value: "0.005", precision: 20 }), 1n],
    [MathBN.convert("40.5"), 4_050n],
  ])("of %p are %p", (amount, ore) => {
    expect(toOre(amount)).toBe(ore)
  })

  it.each(["", "a lot", "1,50", Number.NaN, Infinity, { value: "x" }])(
    "cannot be read from %p",
    (amount) => {
      expect(() => toOre(amount)).toThrow(RangeError)
    }
  )

  it("are rounded as Medusa rounds", () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(6))
      .map(([digits, decimals]) => MathBN.convert(`${digits}e-${decimals}`))

    fc.assert(
      fc.property(amount, (value) => {
        expect(toOre(value).toString()).toBe(MathBN.convert(value, 2).times(100).plus(0).toFixed())
        expect(toOre({ value: value.toFixed() })).toBe(toOre(value))
      })
    )
  })

  it.each([
    [0n, "0.00", 0],
    [5n, "0.05", 0.05],
    [-5n, "-0.05", -0.05],
    [12_345n, "123.45", 123.45],
    [10n ** 15n + 1n, "10000000000000.01", 10_000_000_000_000.01],
  ])("%p are written as %p", (ore, text, number) => {
    expect(formatOre(ore)).toBe(text)
    expect(oreNumber(ore)).toBe(number)
    expect(toOre(text)).toBe(ore)
  })

  it("keep ten decimals where they are not yet øre", () => {
    expect(toExact("0.00000000015")).toBe(2n)
    expect(toExact(99.9)).toBe(999_000_000_000n)
  })
})
