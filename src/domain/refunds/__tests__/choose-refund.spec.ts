import { chosenOre, partsOfChoice } from "../refund-parts"

const lines = [
  { id: 1, name: "Coffee", leftOre: 10_000n },
  { id: 2, name: "Socks", leftOre: 5_000n },
]

describe("what is to be refunded", () => {
  it("adds up to the øre", () => {
    expect(
      chosenOre({
        lines: [
          { id: 1, amount: "0.1" },
          { id: 2, amount: "0.2" },
        ],
      })
    ).toBe(30n)
    expect(chosenOre({ amount: "1249.50" })).toBe(124_950n)
  })

  it("is exactly the chosen lines", () => {
    expect(partsOfChoice({ lines: [{ id: 2, amount: "50" }] }, lines).products).toEqual([
      { id: 2, amount: "50.00" },
    ])
  })

  it("is spread where only an amount was chosen", () => {
    expect(partsOfChoice({ amount: "30.01" }, lines).products).toEqual([
      { id: 1, amount: "20.01" },
      { id: 2, amount: "10.00" },
    ])
  })

  it.each([
    [{ id: 1, amount: "100.01" }, "lines.0.amount: only 100.00 is left of Coffee"],
    [{ id: 9, amount: "1" }, "lines.0.id: the order has no line 9 at the service"],
  ])("is refused by name: %j", (line, sentence) => {
    expect(() => partsOfChoice({ lines: [line] }, lines)).toThrow(sentence)
  })
})
