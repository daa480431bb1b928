import { partsOfChoice } from "../refund-parts"

const lines = [{ id: 7, name: "Coffee", leftOre: 10_000n }]
const chosen = (id: number, amount: string) =>
  partsOfChoice({ lines: [{ id, amount }] }, lines).products

describe("the lines that staff choose to refund", () => {
  it.each(["100", "100.00", "99.99"])("take what is left, or less: %s", (amount) => {
    expect(chosen(7, amount)).toEqual([{ id: 7, amount: Number(amount).toFixed(2) }])
  })

  it.each<[string, number, string, string]>([
    ["more than is left", 7, "100.01", "lines.0.amount"],
    ["a line that the order does not have", 8, "1", "lines.0.id"],
  ])("are refused for %s", (_what, id, amount, field) => {
    expect(() => chosen(id, amount)).toThrow(field)
  })
})
