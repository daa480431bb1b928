import fc from "fast-check"

import { apportion, roundToSum } from ".."
import { sum } from "../decimal"

const naturals = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), {
  minLength: 1,
  maxLength: 30,
})

describe("rounding to a sum", () => {
  it("gives what is missing to the largest remainders, the earlier first when equal", () => {
    expect(roundToSum([15n, 19n, 15n, 11n], 10n, 6n)).toEqual([2n, 2n, 1n, 1n])
  })

  it("leaves integers as they are", () => {
    expect(roundToSum([20n, 15n, 30n], 10n, 7n)).toEqual([2n, 2n, 3n])
  })

  it("refuses a sum that rounding cannot reach", () => {
    for (const total of [3n, 7n]) {
      expect(() => roundToSum([15n, 15n, 20n], 10n, total)).toThrow(RangeError)
    }
  })

  it("rounds each down or up, for every sum in between", () => {
    fc.assert(
      fc.property(
        naturals,
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        fc.boolean(),
        (numerators, denominator, up) => {
          const exact = sum(numerators)
          const rest = exact % denominator === 0n ? 0n : 1n
          const total = exact / denominator + (up ? rest : 0n)
          const rounded = roundToSum(numerators, denominator, total)

          expect(sum(rounded)).toBe(total)
          rounded.forEach((part, index) => {
            const distance = part * denominator - (numerators[index] ?? 0n)
            expect(distance < denominator && -distance < denominator).toBe(true)
          })
        }
      )
    )
  })
})

describe("apportioning", () => {
  it("shares out in proportion", () => {
    expect(apportion(100n, [2n, 1n])).toEqual([67n, 33n])
  })

  it("puts everything on the first where nothing has weight", () => {
    expect(apportion(7n, [0n, 0n])).toEqual([7n, 0n])
  })

  it("adds up, gives nothing to what weighs nothing, and gives no less to what weighs more", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        naturals.filter((weights) => sum(weights) > 0n),
        (total, weights) => {
          const shares = apportion(total, weights)

          expect(sum(shares)).toBe(total)
          const byWeight = weights
            .map((weight, index) => ({ weight, share: shares[index] ?? 0n }))
            .sort((one, other) => Number(one.weight - other.weight || one.share - other.share))
          byWeight.reduce((lighter, heavier) => {
            expect(heavier.share >= lighter.share).toBe(true)
            return heavier
          })
          expect(byWeight.every(({ weight, share }) => weight > 0n || share === 0n)).toBe(true)
        }
      )
    )
  })
})
