import fc from "fast-check"

import { MappingError, type RefundableLine, spreadRefund, toOre } from ".."

describe("a refund by line", () => {
  it("is spread in proportion to what is left: the example of docs/internals/lines-and-totals.md", () => {
    const lines = [
      { id: 11, amountOre: 25_000n, refundedOre: 5_000n },
      { id: 12, amountOre: 10_000n },
    ]

    expect(spreadRefund(lines, 10_000n)).toEqual([
      { id: 11, amount: 66.67 },
      { id: 12, amount: 33.33 },
    ])
  })

  it("takes all that is left", () => {
    const lines = [
      { id: 11, amountOre: 1n },
      { id: 12, amountOre: 2_999n, refundedOre: 2_000n },
    ]

    expect(spreadRefund(lines, 1_000n)).toEqual([
      { id: 11, amount: 0.01 },
      { id: 12, amount: 9.99 },
    ])
  })

  it("leaves out lines that get nothing", () => {
    const lines = [
      { id: "11", amountOre: 0n },
      { id: "12", amountOre: 500n, refundedOre: 500n },
      { id: "13", amountOre: 500n, refundedOre: 600n },
      { id: "14", amountOre: 500n },
    ]

    expect(spreadRefund(lines, 500n)).toEqual([{ id: "14", amount: 5 }])
  })

  it.each([
    [0n, "The refund must be more than nothing."],
    [-1n, "The refund must be more than nothing."],
    [501n, "The refund is more than what is left of the order."],
  ])("of %p is refused", (amount, message) => {
    const spread = () => spreadRefund([{ id: 1, amountOre: 500n }], amount)
    expect(spread).toThrow(new MappingError("amount", message))
    expect(spread).toThrow(expect.objectContaining({ field: "amount" }))
  })

  it("is exact to the øre, and never more than what is left on a line", () => {
    const line = fc
      .tuple(fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 1_000_000n))
      .map(([left, refundedOre]) => ({
        left,
        amountOre: left + refundedOre,
        refundedOre,
      }))
    const refund = fc
      .array(line, { minLength: 1, maxLength: 50 })
      .map((lines) => lines.map((entry, id) => ({ ...entry, id })))
      .chain((lines) => {
        const left = lines.reduce((sum, one) => sum + one.left, 0n)
        return fc.tuple(fc.constant(lines), fc.bigInt(1n, left > 0n ? left : 1n))
      })

    fc.assert(
      fc.property(
        refund.filter(([lines]) => lines.some(({ left }) => left > 0n)),
        ([lines, amount]) => {
          const products = spreadRefund(lines satisfies RefundableLine[], amount)

          expect(products.reduce((sum, product) => sum + toOre(product.amount), 0n)).toBe(amount)
          for (const product of products) {
            const left = lines[Number(product.id)]?.left ?? 0n
            expect(toOre(product.amount) <= left).toBe(true)
            expect(product.amount).toBeGreaterThan(0)
          }
        }
      )
    )
  })
})
