import { buildEInvoiceOrder, partOfLine, sentLines } from ".."
import { sampleInput, sampleOrder } from "./sample-order"
import { isNoise } from "../sent-lines"

describe("the lines of a request as it was sent", () => {
  it("are those of the service where nothing else was kept of them", () => {
    const product = { name: "Cod", quantity: "2", tax: "15", amount: "99.90" }
    const line = { name: "Cod", quantity: 2, vatRate: 15, amountOre: 9990n, creditedOre: 0n }

    expect(sentLines({ products: [product] })).toStrictEqual([
      { ...line, id: undefined, grossOre: 9990n },
    ])
    expect(
      sentLines({ products: [product], lines: [{ id: "ordli_1", quantity: 1.5, gross: "120" }] })
    ).toStrictEqual([
      { ...line, id: "ordli_1", quantity: 1.5, grossOre: 12000n, standingOre: 12000n },
    ])
  })

  it.each([
    ["of the pieces that cost it", 6660n, { quantity: 2, grossOre: 8000n }],
    ["of the pieces that cost it but for an øre", 3331n, { quantity: 1, grossOre: 4001n }],
    ["of all of them where no whole number does", 5000n, { quantity: 3, grossOre: 6006n }],
    ["of less than one", 1n, { quantity: 3, grossOre: 1n }],
    ["the whole line", 9990n, { quantity: 3, grossOre: 12000n }],
  ])("are in part %s", (_what, ore, part) => {
    const [line] = sentLines({
      products: [{ name: "Cod", quantity: 3, tax: 15, amount: 99.9 }],
      lines: [{ id: "ordli_1", quantity: 3, gross: "120" }],
    })

    expect(line && partOfLine(line, ore)).toEqual({
      ...line,
      ...part,
      amountOre: ore,
      standingOre: part.grossOre,
    })
  })

  it("name the items they were made of", () => {
    const { body, lines } = buildEInvoiceOrder(sampleInput)

    expect(sentLines({ products: body.products, lines })).toEqual([
      {
        id: "ordli_01",
        name: "Harbour coffee, 250 g",
        productId: "COFFEE-250",
        quantity: 3,
        vatRate: 15,
        amountOre: 29970n,
        grossOre: 29970n,
        creditedOre: 0n,
      },
      {
        id: "ordsm_01",
        name: "Post",
        quantity: 1,
        vatRate: 25,
        amountOre: 4900n,
        grossOre: 4900n,
        creditedOre: 0n,
      },
    ])
  })

  it("know what an item cost before a gift card lowered its line", () => {
    const { body, lines } = buildEInvoiceOrder({
      ...sampleInput,
      amount: 248.7,
      order: { ...sampleOrder, total: 248.7, credit_lines: [{ amount: 100 }] },
    })

    expect(
      sentLines({ products: body.products, lines }).map(({ amountOre, grossOre }) => [
        amountOre,
        grossOre,
      ])
    ).toEqual([
      [21375n, 29970n],
      [3495n, 4900n],
    ])
  })

  it("name no items of a cart, which get other ids in its order", () => {
    const { lines } = buildEInvoiceOrder({ ...sampleInput, kind: "cart" })

    expect(lines.map(({ id }) => id)).toEqual([null, null])
  })
})

describe("what rounding leaves", () => {
  it.each<[bigint, boolean]>([
    [-4n, false],
    [-3n, true],
    [0n, true],
    [3n, true],
    [4n, false],
  ])("of three lines may be %p øre: %p", (ore, may) => {
    expect(isNoise(ore, 3)).toBe(may)
  })
})
