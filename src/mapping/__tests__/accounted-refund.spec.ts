import { accountedGivenRefund, accountedRefund, type AddedLine, type RemovedLine } from ".."
import { amountsOfPieces } from "../accounted-refund"

const removed = (id: string, vatRate: number, amountOre: bigint, quantity = 1): RemovedLine => ({
  line: {
    id,
    name: id,
    quantity,
    vatRate,
    amountOre,
    grossOre: amountOre,
    creditedOre: 0n,
  },
  quantity,
  amountOre,
})

const added = (vatRate: number, amountOre: bigint): AddedLine => ({
  id: "new",
  name: "new",
  productId: undefined,
  quantity: 1,
  ordered: 1,
  vatRate,
  grossOre: amountOre,
  amountOre,
})

type Otherwise = { more?: AddedLine[]; owedOre?: bigint; by?: typeof accountedGivenRefund }

const account = (
  amountOre: bigint,
  gone: RemovedLine[],
  { more = [], owedOre, by = accountedRefund }: Otherwise = {}
) => {
  const all = gone.reduce((sum, line) => sum + line.amountOre, 0n)
  const { shares, ...rest } = by({
    amountOre,
    owedOre: owedOre ?? all - more.reduce((sum, line) => sum + line.amountOre, 0n),
    changed: { removed: gone, added: more },
  })
  return { shares: shares.map((share) => [share.line.id, share.amountOre]), ...rest }
}

const MUG = removed("mug", 25, 19900n)
const COFFEE = removed("coffee", 15, 29970n, 3)
const PASS = removed("pass", 12, 45000n)

describe("a refund of an amount", () => {
  it("is of the lines that changed where these cost it", () => {
    expect(account(49870n, [MUG, COFFEE])).toEqual({
      shares: [
        ["mug", 19900n],
        ["coffee", 29970n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("takes what was added off what went at the same rate, and the rest is that of each rate", () => {
    const gone = [MUG, COFFEE]
    const more = [added(25, 5000n), added(12, 45000n)]
    expect(account(44870n, gone, { more, owedOre: 44870n })).toEqual({
      shares: [
        ["mug", 14900n],
        ["coffee", 29970n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("is left to be spread where nothing changed", () => {
    expect(account(10000n, [])).toEqual({ shares: [], restOre: 10000n, isCertain: true })
  })

  it("beyond what changed leaves the rest to be spread", () => {
    expect(account(20000n, [MUG])).toEqual({
      shares: [["mug", 19900n]],
      restOre: 100n,
      isCertain: true,
    })
  })

  it("is of one of several changes where only that one costs it", () => {
    expect(account(19900n, [MUG, COFFEE, PASS])).toMatchObject({
      shares: [["mug", 19900n]],
      isCertain: true,
    })
    expect(account(64900n, [MUG, COFFEE, PASS])).toMatchObject({
      shares: [
        ["mug", 19900n],
        ["pass", 45000n],
      ],
      isCertain: true,
    })
  })

  it("is of some of a line's quantity", () => {
    expect(account(19980n, [MUG, COFFEE])).toMatchObject({
      shares: [["coffee", 19980n]],
      isCertain: true,
    })
  })

  it("is not guessed where two changes at different rates cost it", () => {
    const refund = account(19900n, [MUG, removed("book", 0, 19900n)])

    expect(refund).toEqual({
      shares: [
        ["mug", 9950n],
        ["book", 9950n],
      ],
      restOre: 0n,
      isCertain: false,
    })
  })

  it("has a certain VAT where all that changed is at one rate", () => {
    expect(account(10000n, [MUG, removed("socks", 25, 19900n)])).toEqual({
      shares: [
        ["mug", 5000n],
        ["socks", 5000n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("takes what is new off the lines of its rate", () => {
    expect(account(15000n, [MUG], { more: [added(25, 4900n)] })).toEqual({
      shares: [["mug", 15000n]],
      restOre: 0n,
      isCertain: true,
    })
    expect(account(44970n, [MUG, COFFEE], { more: [added(25, 4900n)] })).toEqual({
      shares: [
        ["mug", 15000n],
        ["coffee", 29970n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("says that its VAT is not certain where what is new has another rate", () => {
    expect(account(15000n, [MUG], { more: [added(12, 4900n)] })).toEqual({
      shares: [["mug", 15000n]],
      restOre: 0n,
      isCertain: false,
    })
  })

  it("beyond what Medusa owes is of what went, where what is new has another rate", () => {
    const swapped = { amountOre: 45000n, changed: { removed: [PASS], added: [added(25, 11990n)] } }
    for (const owedOre of [33010n, -1000n]) {
      expect(accountedRefund({ ...swapped, owedOre })).toEqual({
        shares: [{ line: PASS.line, amountOre: 45000n }],
        restOre: 0n,
        isCertain: true,
      })
    }
  })

  it("does not take off what was paid otherwise", () => {
    expect(account(19900n, [MUG], { more: [added(25, 4900n)], owedOre: 19900n })).toEqual({
      shares: [["mug", 19900n]],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("takes an øre of Medusa's divisions from the changed lines", () => {
    expect(account(19899n, [MUG])).toEqual({
      shares: [["mug", 19899n]],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("ends for an order of many lines", () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      removed(`line-${index}`, index % 2 ? 25 : 15, 10007n, 40)
    )
    const refund = account(123457n, many)

    expect(refund.shares.reduce((sum, [, share]) => sum + BigInt(share ?? 0), 0n)).toBe(123457n)
  })

  it("takes an øre for each line from the changed lines, and not one more", () => {
    for (const amount of [49869n, 49868n]) {
      expect(account(amount, [MUG, COFFEE])).toMatchObject({ restOre: 0n, isCertain: true })
    }
    expect(account(49867n, [MUG, COFFEE])).toMatchObject({ restOre: 0n, isCertain: false })
  })

  it("leaves out lines that none of it falls on", () => {
    expect(account(1n, [MUG, COFFEE])).toMatchObject({ shares: [["coffee", 1n]] })
  })

  it("takes nothing off where Medusa owes more than what went", () => {
    const more = [added(25, 4900n)]
    expect(account(25000n, [MUG], { more, owedOre: 25000n })).toEqual({
      shares: [["mug", 19900n]],
      restOre: 5100n,
      isCertain: true,
    })
  })

  it("takes off no more than what was added, though Medusa owes less", () => {
    const more = [added(25, 4900n)]
    expect(account(15000n, [MUG, COFFEE], { more, owedOre: 10000n })).toEqual({
      shares: [["mug", 15000n]],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("takes off nothing of what was paid otherwise, at however many rates", () => {
    const more = [added(25, 4900n), added(15, 1000n)]
    expect(account(49870n, [MUG, COFFEE], { more, owedOre: 49870n })).toMatchObject({
      shares: [
        ["mug", 19900n],
        ["coffee", 29970n],
      ],
      isCertain: true,
    })
  })

  it("takes all of what was added off at its rates", () => {
    const more = [added(25, 4900n), added(15, 1000n)]
    expect(account(43970n, [MUG, COFFEE], { more })).toEqual({
      shares: [
        ["mug", 15000n],
        ["coffee", 28970n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("says that its VAT is not certain where a part of what was added is taken off at two rates", () => {
    const more = [added(25, 4900n), added(15, 1000n)]
    expect(account(46870n, [MUG, COFFEE], { more, owedOre: 46870n })).toEqual({
      shares: [
        ["mug", 17408n],
        ["coffee", 29462n],
      ],
      restOre: 0n,
      isCertain: false,
    })
    expect(account(46870n, [MUG, COFFEE], { more: [added(25, 4900n)], owedOre: 46870n })).toEqual({
      shares: [
        ["mug", 16900n],
        ["coffee", 29970n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("has a certain VAT where a part of what was added is taken off at one of its rates", () => {
    const more = [added(25, 10000n)]
    expect(account(89870n, [MUG, COFFEE, PASS], { more, owedOre: 89870n })).toEqual({
      shares: [
        ["mug", 14900n],
        ["coffee", 29970n],
        ["pass", 45000n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("has a certain VAT where all that went at another rate was exchanged for the same", () => {
    expect(account(10000n, [MUG, COFFEE], { more: [added(15, 29970n)] })).toEqual({
      shares: [["mug", 10000n]],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("takes what is new off several lines of its rate, by what each cost", () => {
    const more = [added(25, 5000n)]
    expect(account(24900n, [MUG, removed("socks", 25, 10000n)], { more })).toMatchObject({
      shares: [
        ["mug", 16572n],
        ["socks", 8328n],
      ],
    })
  })

  it("is of nothing that was exchanged for the same at its rate", () => {
    const more = [added(25, 19900n)]
    expect(account(29970n, [MUG, COFFEE], { more })).toEqual({
      shares: [["coffee", 29970n]],
      restOre: 0n,
      isCertain: true,
    })
    expect(account(5000n, [MUG], { more })).toEqual({
      shares: [],
      restOre: 5000n,
      isCertain: true,
    })
  })

  it("is of some of a line's quantity, though something was taken off another", () => {
    expect(account(9990n, [MUG, COFFEE], { more: [added(25, 4900n)] })).toEqual({
      shares: [["coffee", 9990n]],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("is of either of two choices of the same VAT, in whatever order their lines stand", () => {
    const gone = [removed("p", 15, 300n), removed("q", 25, 100n), removed("r", 15, 300n)]
    expect(account(400n, gone)).toEqual({
      shares: [
        ["p", 300n],
        ["q", 100n],
      ],
      restOre: 0n,
      isCertain: true,
    })
  })

  it("is not guessed where there are more choices than can be tried", () => {
    const others = Array.from({ length: 40 }, (_, index) => removed(`bean-${index}`, 15, 1000n))
    expect(account(19900n, [MUG, ...others])).toMatchObject({ restOre: 0n, isCertain: false })
  })
})

describe("a refund that the portal gave", () => {
  const given = (amountOre: bigint, gone: RemovedLine[], more: AddedLine[] = []) =>
    account(amountOre, gone, { more, by: accountedGivenRefund }).shares

  it("is of what went, though as much or more came at its rate", () => {
    const coffee = [["coffee", 29970n]]
    expect(given(29970n, [COFFEE], [added(15, 69800n)])).toEqual(coffee)
    expect(given(29970n, [COFFEE], [added(15, 29970n)])).toEqual(coffee)
    expect(given(30970n, [COFFEE], [added(15, 69800n)])).toEqual(coffee)
  })

  it("is of the pieces that cost it, also beside others that Medusa owes", () => {
    const more = [added(15, 69800n)]
    expect(given(29970n, [MUG, COFFEE], more)).toEqual([["coffee", 29970n]])
    expect(given(19900n, [MUG, COFFEE], more)).toEqual([["mug", 19900n]])
    expect(given(49870n, [MUG, COFFEE], more)).toEqual([
      ["mug", 19900n],
      ["coffee", 29970n],
    ])
  })

  it("is of what Medusa owes first, where no pieces cost it", () => {
    expect(given(25000n, [MUG, COFFEE], [added(15, 69800n)])).toEqual([
      ["mug", 19900n],
      ["coffee", 5100n],
    ])
  })

  it("is of exactly what Medusa owes after it set something off", () => {
    expect(given(39870n, [MUG, COFFEE], [added(15, 10000n)])).toEqual([
      ["mug", 19900n],
      ["coffee", 19970n],
    ])
  })

  it("is as Medusa owes where that accounts for all of it, though one of the lines costs it", () => {
    const more = [added(15, 10070n)]
    expect(given(19900n, [MUG, COFFEE], more)).toEqual([
      ["mug", 9950n],
      ["coffee", 9950n],
    ])
  })

  it("is of pieces that Medusa sets off, once it takes all of a line and of another what it owes", () => {
    const more = [added(25, 10000n), added(15, 69800n)]
    expect(given(64890n, [MUG, COFFEE, PASS], more)).toEqual([
      ["mug", 9900n],
      ["pass", 45000n],
      ["coffee", 9990n],
    ])
  })

  it("is goodwill where nothing went", () => {
    expect(given(9990n, [], [added(15, 69800n)])).toEqual([])
  })
})

describe("the pieces of a line", () => {
  const of = (quantity: number, creditedOre = 0n) =>
    amountsOfPieces({
      ...COFFEE,
      line: { ...COFFEE.line, creditedOre },
      quantity,
    })

  it("are the whole line, and each number of its items", () => {
    expect(of(3)).toEqual([29970n, 19980n, 9990n])
  })

  it.each([
    ["weighed", 2.5, 0n],
    ["one", 1, 0n],
    ["of no number", 0, 0n],
    ["credited in part", 3, 10n],
  ] as const)("are the whole line alone where it is %s", (_what, quantity, creditedOre) => {
    expect(of(quantity, creditedOre)).toEqual([29970n])
  })
})
