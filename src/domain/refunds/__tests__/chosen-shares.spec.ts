import type { RemovedLine } from "../../../mapping"
import { type InvoicedLine, partsOfChoice, refuseBeyondReturned } from "../refund-parts"

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

  it("are refused with what is left of which line", () => {
    expect(() => chosen(7, "100.01")).toThrow(
      expect.objectContaining({
        type: "invalid_data",
        code: "line_beyond_left",
        values: { name: "Coffee", amount: "100.00" },
      })
    )
  })

  it("are for no goods where it is not known what went", () => {
    expect(partsOfChoice({ lines: [{ id: 7, amount: "1" }] }, lines).goods).toEqual([])
  })
})

const removedLine = (serviceId: number, amountOre: bigint): RemovedLine<InvoicedLine> => ({
  line: {
    id: `item_${serviceId}`,
    name: "Coffee",
    quantity: 2,
    vatRate: 15,
    amountOre: 10_000n,
    grossOre: 10_000n,
    creditedOre: 0n,
    serviceId,
  },
  quantity: 1,
  amountOre,
})

describe("what of chosen lines is for goods that went", () => {
  const four = [6, 7, 8, 9].map((id) => ({ id, name: "Coffee", leftOre: 10_000n }))
  const tea = { name: "Mint tea", productId: undefined, quantity: 1, ordered: 1, vatRate: 15 }
  const change = {
    owedOre: 7_000n,
    changed: {
      removed: [removedLine(6, 1_000n), removedLine(7, 5_000n), removedLine(8, 4_000n)],
      added: [{ ...tea, id: "item_10", grossOre: 3_000n, amountOre: 3_000n }],
    },
  }

  it.each<[string, { id: number; amount: string }, string[]]>([
    ["less than a piece: what did not come in its place", { id: 7, amount: "40" }, ["30.00"]],
    ["less than that: all of it", { id: 7, amount: "10" }, ["10.00"]],
    ["less than a piece in whose place nothing came: all", { id: 8, amount: "35" }, ["35.00"]],
    ["less than a piece in whose place as much came: nothing", { id: 6, amount: "5" }, []],
    ["just the piece that went: all of it", { id: 7, amount: "50" }, ["50.00"]],
    ["a line of which nothing went: nothing", { id: 9, amount: "50" }, []],
  ])("is, of %s", (_what, line, goods) => {
    const parts = partsOfChoice({ lines: [line] }, four, change)
    expect(parts.products).toEqual([{ ...line, amount: Number(line.amount).toFixed(2) }])
    expect(parts.goods).toEqual(goods.map((amount) => ({ id: line.id, amount })))
  })
})

describe("more than came back of a line", () => {
  const changed = { removed: [removedLine(6, 1n), removedLine(7, 5_000n)] }

  it("is refused, naming the field", () => {
    const lines = [
      { id: 6, amount: "0.01" },
      { id: 7, amount: "50.01" },
    ]
    expect(() => refuseBeyondReturned({ lines }, changed)).toThrow(
      expect.objectContaining({
        code: "beyond_returned",
        values: { name: "Coffee", amount: "50.00" },
        message: expect.stringMatching(/^lines\.1\.amount: /),
      })
    )
  })

  it.each([
    { lines: [{ id: 7, amount: "50.00" }] },
    { lines: [{ id: 8, amount: "99.00" }] },
    { amount: "99.00" },
  ])("is not %j", (choice) => {
    expect(() => refuseBeyondReturned(choice, changed)).not.toThrow()
  })
})
