import type { AddedLine, RemovedLine } from "../../../mapping"
import { LEAST_ACCOUNTED_ORE } from "../../../mapping/decimal"
import {
  goodsOwed,
  type InvoicedLine,
  owedBesideGoods,
  partsOfAmount,
  partsOfChoice,
  toGiveBack,
} from "../refund-parts"

const removed = (serviceId: number | undefined, amountOre: bigint): RemovedLine<InvoicedLine> => ({
  line: {
    id: `item_${serviceId}`,
    name: "Mug",
    quantity: 1,
    vatRate: 25,
    amountOre,
    grossOre: amountOre,
    creditedOre: 0n,
    serviceId,
  },
  quantity: 1,
  amountOre,
})
const added = (vatRate: number, amountOre: bigint): AddedLine => ({
  id: "item_added",
  name: "Tea",
  productId: undefined,
  quantity: 1,
  ordered: 1,
  vatRate,
  grossOre: amountOre,
  amountOre,
})
/** Of a mug over 100.00 that went, and what came in its place. */
const change = (owedOre: bigint, ...came: AddedLine[]) => ({
  owedOre,
  changed: { removed: [removed(7, 100_00n)], added: came },
})
const orderChange = (owedOre: bigint, ...came: AddedLine[]) => ({
  ...change(owedOre, ...came),
  besideOre: 0n,
  elsewhere: [],
})

describe("which lines are to be given back", () => {
  const given = (
    changed: Parameters<typeof toGiveBack>[0],
    { leftOre = 500_00n, isSetOff = false } = {}
  ) => {
    const { shares, ...more } = toGiveBack(changed, { leftOre, isSetOff })
    return { ...more, shares: shares.map(({ line, amountOre }) => [line.serviceId, amountOre]) }
  }
  const exchanged = change(40_00n, added(15, 60_00n))

  it("are those that Medusa owes for, as far as it owes", () => {
    expect(given(exchanged)).toEqual({ shares: [[7, 40_00n]], restOre: 0n, isCertain: false })
  })

  it("are all that went where Medusa sets off others at another VAT rate", () => {
    expect(given(exchanged, { isSetOff: true }).shares).toEqual([[7, 100_00n]])
  })

  it.each([
    [70_00n, 70_00n],
    [1n, 1n],
    [0n, 100_00n],
    [-1n, 100_00n],
  ])("of an invoice of which %s øre are left come to %s", (leftOre, amountOre) => {
    expect(given(exchanged, { leftOre, isSetOff: true }).shares).toEqual([[7, amountOre]])
  })

  it.each([
    [LEAST_ACCOUNTED_ORE, 100_00n],
    [LEAST_ACCOUNTED_ORE - 1n, 99_91n],
  ])("come to what went where that is %s øre more: %s", (lessOre, amountOre) => {
    const changed = change(100_00n - lessOre, added(15, lessOre))
    expect(given(changed, { isSetOff: true }).shares).toEqual([[7, amountOre]])
  })

  it.each([0n, -1n])("are none where Medusa owes %s øre", (owedOre) => {
    expect(given(change(owedOre, added(15, 60_00n)))).toEqual({
      shares: [],
      restOre: 0n,
      isCertain: true,
    })
  })
})

describe("what of an amount is owed for goods that went", () => {
  it.each<[bigint, bigint, string[]]>([
    [30_00n, 40_00n, ["30.00"]],
    [50_00n, 40_00n, ["40.00"]],
    [50_00n, 0n, []],
    [50_00n, -40_00n, []],
  ])("is, of %s with %s owed, %j", (amountOre, owedOre, amounts) => {
    const owed = goodsOwed(amountOre, orderChange(owedOre, added(25, 60_00n)))
    expect(owed).toEqual(amounts.map((amount) => ({ id: 7, amount })))
  })

  it("is nothing where it is not known what went", () => {
    expect(goodsOwed(50_00n, undefined)).toEqual([])
  })

  it.each([
    [130_00n, 30_00n],
    [100_00n, 0n],
    [0n, 0n],
    [-130_00n, 0n],
  ])("leaves of %s owed %s that no goods account for", (owedOre, besideOre) => {
    expect(owedBesideGoods(owedOre, change(owedOre).changed)).toBe(besideOre)
  })
})

describe("an amount that staff refund while goods went", () => {
  const lines = [
    { id: 7, name: "Mug", leftOre: 100_00n },
    { id: 8, name: "Post", leftOre: 100_00n },
  ]
  const exchanged = change(40_00n, added(25, 60_00n))

  it.each<[string, boolean | undefined, string, string]>([
    ["100", undefined, "40.00", "62.50"],
    ["100", false, "40.00", "62.50"],
    ["100", true, "100.00", "100.00"],
    ["90", true, "90.00", "90.00"],
    ["120", true, "100.00", "100.00"],
  ])("of %s, given by the portal %p, is for goods to %s", (amount, isGiven, goods, ofMug) => {
    const parts = partsOfChoice({ amount }, lines, exchanged, isGiven)

    expect(parts.goods).toEqual([{ id: 7, amount: goods }])
    expect(parts.products[0]).toEqual({ id: 7, amount: ofMug })
  })

  it("is for no goods of another invoice", () => {
    const both = {
      owedOre: 150_00n,
      changed: { removed: [removed(undefined, 100_00n), removed(7, 50_00n)], added: [] },
    }

    expect(partsOfChoice({ amount: "150" }, lines, both)).toEqual({
      products: [
        { id: 7, amount: "83.33" },
        { id: 8, amount: "66.67" },
      ],
      goods: [{ id: 7, amount: "50.00" }],
    })
  })
})

describe("a refund of an amount", () => {
  const listed = [
    { id: 7, amount: 100 },
    { id: 8, amount: 0 },
    { id: 9, amount: -30 },
  ]

  it("takes nothing of a gift card's line, nor of one that costs nothing", () => {
    expect(partsOfAmount(listed, [], 70_00n).products).toEqual([{ id: 7, amount: "70.00" }])
    expect(partsOfAmount(listed.toReversed(), [], 100_00n).products).toEqual([
      { id: 7, amount: "100.00" },
    ])
  })

  it("takes no goods of a line of which nothing is left", () => {
    const taken = [{ state: "succeeded" as const, products: [{ id: 7, amount: "120.00" }] }]

    expect(
      partsOfAmount([...listed, { id: 10, amount: 50 }], taken, 40_00n, change(40_00n))
    ).toEqual({
      products: [{ id: 10, amount: "40.00" }],
      goods: [{ id: 7, amount: "40.00" }],
    })
  })

  it.each([0n, -1n])("is none of %s øre", (amountOre) => {
    expect(() => partsOfAmount(listed, [], amountOre)).toThrow(
      expect.objectContaining({ type: "not_allowed" })
    )
  })

  it("is none where the service names no line", () => {
    expect(() => partsOfAmount([{ id: 7 }, { amount: 1 }], [], 1n)).toThrow(
      expect.objectContaining({ type: "not_allowed", code: "lines_unknown" })
    )
    expect(() => partsOfAmount(listed.slice(1), [], 1n)).not.toThrow(
      expect.objectContaining({ code: "lines_unknown" })
    )
  })
})
