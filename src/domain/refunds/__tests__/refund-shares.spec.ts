import fc from "fast-check"

import { toOre } from "../../../mapping"
import { LEAST_ACCOUNTED_ORE } from "../../../mapping/decimal"
import {
  OWED_ELSEWHERE,
  owedHereOre,
  partsOfAmount,
  refuseOwedElsewhere,
  takingWhatIsOwed,
} from "../refund-parts"

const lines = [
  { id: 1001, amount: 299.7 },
  { id: 1002, amount: 49 },
]

const sum = (shares: { amount: string }[]) =>
  shares.reduce((total, { amount }) => total + toOre(amount), 0n)

const refundShares = (...asked: Parameters<typeof partsOfAmount>) =>
  partsOfAmount(...asked).products

describe("what a refund of an amount takes of the lines", () => {
  it("spreads a refund over the lines to the øre", () => {
    expect(refundShares(lines, [], 10_001n)).toEqual([
      { id: 1001, amount: "85.96" },
      { id: 1002, amount: "14.05" },
    ])
  })

  it("takes nothing of a gift card's line, which is negative", () => {
    const withCard = [...lines, { id: 1003, amount: -100 }]

    expect(refundShares(withCard, [], 10_001n)).toEqual([
      { id: 1001, amount: "85.96" },
      { id: 1002, amount: "14.05" },
    ])
    expect(
      refundShares(
        withCard,
        [{ state: "succeeded", products: [{ id: 1001, amount: "299.70" }] }],
        1_000n
      )
    ).toEqual([{ id: 1002, amount: "10.00" }])
  })

  it("refunds every line in full when everything goes back", () => {
    expect(refundShares(lines, [], 34_870n)).toEqual([
      { id: 1001, amount: "299.70" },
      { id: 1002, amount: "49.00" },
    ])
  })

  it("takes from no line what earlier refunds took already, unless they were refused", () => {
    const earlier = [
      {
        state: "succeeded" as const,
        products: [{ id: 1002, amount: "49.00" }],
      },
      {
        state: "rejected" as const,
        products: [{ id: 1001, amount: "299.70" }],
      },
      { state: "succeeded" as const, products: null },
    ]
    expect(refundShares(lines, earlier, 10_000n)).toEqual([{ id: 1001, amount: "100.00" }])
  })

  it("refuses more than is left, with a sentence", () => {
    expect(() => refundShares(lines, [], 34_871n)).toThrow(
      "The refund was not sent. The refund is more than what is left of the order."
    )
  })

  it("says what is missing when the service does not name its lines", () => {
    expect(() => refundShares([{ amount: 299.7 }, { id: 1002 }], [], 100n)).toThrow(
      "the service does not tell the ids of the order's lines"
    )
  })

  it("adds up and takes from no line more than it has, refund after refund", () => {
    const order = fc.array(fc.integer({ min: 1, max: 1_000_000 }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(
        order,
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
          minLength: 1,
          maxLength: 5,
        }),
        (amounts, parts) => {
          const ofOrder = amounts.map((amount, id) => ({
            id,
            amount: amount / 100,
          }))
          const whole = BigInt(amounts.reduce((one, other) => one + other, 0))
          let left = whole
          const earlier: {
            state: "succeeded"
            products: { id: number; amount: string }[]
          }[] = []
          for (const part of parts) {
            const amount = BigInt(Math.ceil(Number(left) * part))
            if (amount > 0n && amount <= left) {
              const products = refundShares(ofOrder, earlier, amount)
              expect(sum(products)).toBe(amount)
              earlier.push({ state: "succeeded", products })
              left -= amount
            }
          }
          for (const { id, amount } of ofOrder) {
            const taken = earlier
              .flatMap(({ products }) => products)
              .filter((share) => share.id === id)
            expect(sum(taken)).toBeLessThanOrEqual(toOre(amount))
          }
        }
      )
    )
  })
})

describe("what a refund of an amount takes of the lines that went", () => {
  const post = {
    id: "ordsm_1",
    name: "Post",
    quantity: 1,
    vatRate: 25,
    amountOre: 4_900n,
    grossOre: 4_900n,
    creditedOre: 0n,
    serviceId: 1002,
  }
  const change = {
    owedOre: 4_900n,
    changed: { removed: [{ line: post, quantity: 1, amountOre: 4_900n }], added: [] },
  }

  it.each<[string, string | undefined, bigint, Record<number, string>]>([
    ["all of it", undefined, 4_900n, { 1002: "49.00" }],
    [
      "what is owed for them, and the rest of the others",
      undefined,
      5_900n,
      { 1001: "10.00", 1002: "49.00" },
    ],
    ["what earlier goodwill left of it", "20.00", 4_900n, { 1001: "20.00", 1002: "29.00" }],
    ["nothing of what goodwill took whole", "49.00", 4_900n, { 1001: "49.00" }],
  ])("is %s", (_what, earlier, amountOre, expected) => {
    const goodwill = earlier
      ? [{ state: "succeeded" as const, products: [{ id: 1002, amount: earlier }] }]
      : []
    const { products, goods } = partsOfAmount(lines, goodwill, amountOre, change)

    expect(Object.fromEntries(products.map(({ id, amount }) => [id, amount]))).toEqual(expected)
    expect(goods).toEqual([{ id: 1002, amount: "49.00" }])
  })
})

describe("an amount of an invoice, while goods of another are to be refunded", () => {
  const least = LEAST_ACCOUNTED_ORE
  const refuse = (amountOre: bigint, elsewhereOre: bigint, besideOre = 0n) =>
    refuseOwedElsewhere(
      amountOre,
      { goods: [{ id: 1001, amount: "1.00" }] },
      {
        owedOre: 0n,
        changed: { removed: [], added: [] },
        besideOre,
        elsewhere: [{ invoice: "1042-1", amountOre: elsewhereOre }],
      }
    )

  it.each<[string, Parameters<typeof refuse>, boolean]>([
    ["goes beyond what is owed here", [100n + least, least], true],
    ["goes beyond it by what rounding makes", [100n + least - 1n, least], false],
    ["goes beyond it while rounding is owed there", [100n + least, least - 1n], false],
    ["is owed here beside the goods", [100n + least, least, least], false],
  ])("that %s", (_what, asked, isRefused) => {
    const refusing = expect(() => refuse(...asked))
    if (isRefused) {
      refusing.toThrow(
        expect.objectContaining({
          code: OWED_ELSEWHERE,
          message: expect.stringContaining("1042-1"),
        })
      )
    } else {
      refusing.not.toThrow()
    }
  })
})

describe("an amount of an invoice, by what is owed of others", () => {
  const parts = { goods: [{ id: 1001, amount: "1.00" }] }
  const owed = (...elsewhere: { invoice: string; amountOre: bigint }[]) => ({
    owedOre: 0n,
    changed: { removed: [], added: [] },
    besideOre: 50n,
    elsewhere,
  })

  it("names what is owed here, and of each of them", () => {
    const half = LEAST_ACCOUNTED_ORE / 2n
    const change = owed(
      { invoice: "1042-1", amountOre: half },
      { invoice: "1042-2", amountOre: half }
    )

    expect(owedHereOre(parts, change)).toBe(150n)
    expect(() => refuseOwedElsewhere(200n, parts, change)).toThrow(
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringMatching(
          /^amount: only 1\.50 is owed .*: 0\.05 of invoice 1042-1, 0\.05 of invoice 1042-2\. /
        ),
      })
    )
  })

  it("is not refused where nothing is, or none is known", () => {
    expect(() => refuseOwedElsewhere(200n, parts, owed())).not.toThrow()
    expect(() => refuseOwedElsewhere(200n, parts, undefined)).not.toThrow()
  })
})

describe("a whole invoice that Medusa refunds", () => {
  type Amounts = Record<number, string>
  const shares = (amounts: Amounts) =>
    Object.entries(amounts).map(([id, amount]) => ({ id: Number(id), amount }))
  const unchanged = { changed: { removed: [], added: [] }, elsewhere: [] }

  it.each<[string, Amounts, Amounts, { owedOre: bigint; besideOre?: bigint }, Amounts]>([
    ["nothing where nothing is owed", { 1: "100.00" }, {}, { owedOre: 0n }, {}],
    ["its own goods alone", { 1: "100.00" }, { 1: "40.00" }, { owedOre: 4_000n }, { 1: "40.00" }],
    ["no less than these", { 1: "100.00" }, { 1: "40.00" }, { owedOre: 3_000n }, { 1: "40.00" }],
    [
      "the goods of others, in proportion to what is left",
      { 1: "100.00", 2: "50.00" },
      { 1: "40.00" },
      { owedOre: 7_000n },
      { 1: "56.36", 2: "13.64" },
    ],
    [
      "not what no goods account for",
      { 1: "100.00", 2: "50.00" },
      { 1: "40.00" },
      { owedOre: 7_000n, besideOre: 1_000n },
      { 1: "50.91", 2: "9.09" },
    ],
    [
      "no more than is refunded",
      { 1: "100.00", 2: "50.00" },
      { 1: "40.00" },
      { owedOre: 90_000n },
      { 1: "100.00", 2: "50.00" },
    ],
    [
      "of no line that earlier goodwill left too little on",
      { 1: "100.00", 2: "50.00" },
      { 1: "120.00" },
      { owedOre: 15_000n },
      { 1: "120.00", 2: "30.00" },
    ],
    [
      "nothing where no line has anything left",
      { 1: "100.00" },
      { 1: "120.00" },
      { owedOre: 20_000n },
      { 1: "120.00" },
    ],
    ["no line of no øre", { 1: "100.00", 2: "50.00" }, {}, { owedOre: 1n }, { 1: "0.01" }],
  ])("takes first %s", (_what, products, goods, { owedOre, besideOre = 0n }, taken) => {
    const parts = { products: shares(products), goods: shares(goods) }
    expect(takingWhatIsOwed(parts, { ...unchanged, owedOre, besideOre })).toEqual({
      products: parts.products,
      goods: shares(taken),
    })
  })

  it("takes its own goods where it is not known what changed", () => {
    const parts = { products: shares({ 1: "100.00" }), goods: shares({ 1: "40.00" }) }
    expect(takingWhatIsOwed(parts, undefined)).toEqual(parts)
    expect(owedHereOre(parts, undefined)).toBe(4_000n)
  })
})
