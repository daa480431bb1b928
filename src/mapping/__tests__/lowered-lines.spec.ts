import {
  borneOre,
  type Gone,
  rebalanced,
  removedAsLowered,
  withMovedShares,
} from "../lowered-lines"
import type { AddedLine, LineNow, Pair, SentLine } from "../sent-lines"

/** A line of 100.00 of which credit lines took 20.00; 80.00 of it is charged. */
const lowered = (id: string, line: Partial<SentLine> = {}): SentLine => ({
  id,
  name: id,
  quantity: 1,
  vatRate: 25,
  amountOre: 8000n,
  grossOre: 10000n,
  creditedOre: 0n,
  standingOre: 10000n,
  ...line,
})
const plain = (id: string, line: Partial<SentLine> = {}): SentLine =>
  lowered(id, { amountOre: 10000n, standingOre: undefined, ...line })
const now = (id: string, line: Partial<LineNow> = {}): LineNow => ({
  id,
  name: id,
  productId: undefined,
  quantity: 1,
  ordered: 1,
  vatRate: 25,
  grossOre: 10000n,
  ...line,
})
const came = (id: string, amountOre: bigint, vatRate = 25): AddedLine => ({
  ...now(id, { vatRate, grossOre: amountOre }),
  amountOre,
})
const gone = (line: SentLine, amountOre: bigint, goneOre = amountOre): Gone<SentLine> => ({
  line,
  quantity: 1,
  amountOre,
  goneOre,
})

/** Of each pair: what its lines still bill, and what its item costs. */
const shown = (pairs: readonly Pair<SentLine>[]) =>
  pairs.map(({ sent, current }) => [sent.map(({ standingOre }) => standingOre), current?.grossOre])

describe("what a line bears of credit lines", () => {
  it("is what it still bills beyond what is open of it; nothing of one that none lowered", () => {
    expect(borneOre(lowered("a"))).toBe(2000n)
    expect(borneOre(lowered("a", { creditedOre: 8000n, standingOre: 1500n }))).toBe(1500n)
    expect(borneOre(plain("a"))).toBe(0n)
  })
})

describe("what credit lines took off", () => {
  it("stays where it is as long as nothing was credited", () => {
    const pairs = [
      { sent: [lowered("a")], current: now("a", { grossOre: 9000n }) },
      { sent: [lowered("b")], current: now("b", { grossOre: 11000n }) },
    ]
    expect(rebalanced(pairs)).toEqual(pairs)
  })

  it("moves from a line that bears too much to the item that its lines bill too little of", () => {
    const credited = lowered("a", { creditedOre: 2000n, standingOre: 9000n })
    const pairs = [
      { sent: [credited], current: now("a", { grossOre: 8000n }) },
      { sent: [lowered("b")], current: now("b", { grossOre: 10700n }) },
    ]
    expect(shown(rebalanced(pairs))).toEqual([
      [[8300n], 8000n],
      [[10000n], 10000n],
    ])
  })

  it("moves no further than lines bear, and than items lack", () => {
    const credited = lowered("a", { creditedOre: 7900n, standingOre: 300n })
    const far = [
      { sent: [credited], current: undefined },
      { sent: [lowered("b")], current: now("b", { grossOre: 19000n }) },
    ]
    expect(shown(rebalanced(far))).toEqual([
      [[100n], undefined],
      [[10000n], 18800n],
    ])
    const even = [
      { sent: [credited], current: now("a", { grossOre: 300n }) },
      { sent: [lowered("b")], current: now("b", { grossOre: 10500n }) },
    ]
    expect(rebalanced(even)).toEqual(even)
  })

  it("fills what lacks least first: where most is lacking, something came", () => {
    const credited = lowered("a", { creditedOre: 7000n, standingOre: 2500n })
    const pairs = [
      { sent: [credited], current: now("a", { grossOre: 1500n }) },
      { sent: [lowered("b")], current: now("b", { grossOre: 15000n }) },
      { sent: [lowered("c")], current: now("c", { grossOre: 10400n }) },
    ]
    expect(shown(rebalanced(pairs))).toEqual([
      [[1500n], 1500n],
      [[10000n], 14400n],
      [[10000n], 10000n],
    ])
  })

  it("balances VAT rates before the items of one", () => {
    const credited = lowered("a", { vatRate: 15, creditedOre: 4000n, standingOre: 6000n })
    const pairs = [
      { sent: [credited], current: now("a", { vatRate: 15, grossOre: 5000n }) },
      { sent: [lowered("b")], current: now("b", { grossOre: 10600n }) },
      { sent: [plain("c")], current: now("c") },
    ]
    expect(shown(rebalanced(pairs))).toEqual([
      [[5400n], 5000n],
      [[10000n], 10000n],
      [[undefined], 10000n],
    ])
  })
})

describe("what went of lines that credit lines lowered", () => {
  const quantity = 1_000_000_000_000n
  const summary = (removed: readonly Gone<SentLine>[]) =>
    removed.map(({ line, amountOre, goneOre }) => [line.id, amountOre, goneOre])

  it("is taken from the last line first, without what each bears", () => {
    const lines = [lowered("a"), lowered("b")]
    const removed = removedAsLowered(lines, { keptOre: 5000n, quantity })
    expect(summary(removed)).toEqual([
      ["a", 4000n, 5000n],
      ["b", 8000n, 10000n],
    ])
  })

  it("is nothing where all is kept, or but for an øre a line of unchanged goods", () => {
    const lines = [lowered("a"), lowered("b")]
    expect(removedAsLowered(lines, { keptOre: 20000n, quantity })).toEqual([])
    expect(removedAsLowered(lines, { keptOre: 19998n, quantity: 0n })).toEqual([])
    expect(summary(removedAsLowered(lines, { keptOre: 19997n, quantity: 0n }))).toEqual([
      ["b", 2n, 3n],
    ])
    expect(summary(removedAsLowered(lines, { keptOre: 19998n, quantity }))).toEqual([["b", 2n, 2n]])
  })

  it("tells each øre once something was credited", () => {
    const lines = [lowered("a", { creditedOre: 1000n, standingOre: 9000n })]
    expect(summary(removedAsLowered(lines, { keptOre: 8999n, quantity: 0n }))).toEqual([
      ["a", 1n, 1n],
    ])
  })

  it("names how many fewer there are, and no negative number", () => {
    const of = (pieces: bigint) =>
      removedAsLowered([lowered("a")], { keptOre: 0n, quantity: pieces }).map((one) => one.quantity)
    expect(of(0n)).toEqual([0])
    expect(of(-1n)).toEqual([0])
  })
})

describe("the share of lines that went", () => {
  const summary = (
    change: Parameters<typeof withMovedShares<SentLine>>[0],
    sent: readonly SentLine[]
  ) => {
    const { removed, added } = withMovedShares(change, sent)
    return {
      removed: removed.map(({ line, quantity, amountOre }) => [line.id, quantity, amountOre]),
      added: added.map(({ id, amountOre }) => [id, amountOre]),
    }
  }
  const [a, b, c] = [lowered("a"), lowered("b"), plain("c")]

  it("is taken off the lowered lines that remain, by what is left of them", () => {
    const other = lowered("d", { amountOre: 4000n, grossOre: 5000n, standingOre: 5000n })
    expect(summary({ removed: [gone(a, 8000n, 10000n)], added: [] }, [a, b, c, other])).toEqual({
      removed: [
        ["a", 1, 8000n],
        ["b", 0, 1333n],
        ["d", 0, 667n],
      ],
      added: [],
    })
  })

  it("is borne by what came at the same VAT rate, and not by what came at another", () => {
    const removed = [gone(a, 8000n, 10000n)]
    expect(summary({ removed, added: [came("n", 5000n)] }, [a, b])).toEqual({
      removed: [["a", 1, 8000n]],
      added: [["n", 3000n]],
    })
    expect(summary({ removed, added: [came("n", 5000n, 15)] }, [a, b])).toEqual({
      removed: [
        ["a", 1, 8000n],
        ["b", 0, 2000n],
      ],
      added: [["n", 5000n]],
    })
  })

  it("is taken off what was added, and then off further invoices, where lowered lines cannot bear it", () => {
    const removed = [gone(a, 8000n, 10000n)]
    expect(summary({ removed, added: [came("n", 5000n, 15)] }, [a, c])).toEqual({
      removed: [["a", 1, 8000n]],
      added: [["n", 3000n]],
    })
    expect(summary({ removed, added: [came("n", 500n, 15)] }, [a, c])).toEqual({
      removed: [
        ["a", 1, 8000n],
        ["c", 0, 1500n],
      ],
      added: [],
    })
  })

  it("leaves out changes of a few øre once something was credited, and lets the others take them", () => {
    const credited = lowered("b", { creditedOre: 4000n, standingOre: 6000n })
    const removed = [gone(a, 3000n), gone(credited, 9n)]
    expect(summary({ removed, added: [] }, [a, credited])).toEqual({
      removed: [["a", 1, 3009n]],
      added: [],
    })
    expect(summary({ removed, added: [] }, [a, b])).toEqual({
      removed: [
        ["a", 1, 3000n],
        ["b", 1, 9n],
      ],
      added: [],
    })
  })

  it("lets one take many small ones that come to more together, and none where they do not", () => {
    const credited = lowered("b", { creditedOre: 4000n, standingOre: 6000n })
    const small = (ore: bigint) => [gone(a, ore), gone(credited, 6n)]
    expect(summary({ removed: small(5n), added: [] }, [a, credited])).toEqual({
      removed: [["b", 1, 11n]],
      added: [],
    })
    expect(summary({ removed: small(3n), added: [] }, [a, credited])).toEqual({
      removed: [],
      added: [],
    })
  })

  it("takes off what was added what a change has no room for", () => {
    const credited = lowered("b", { creditedOre: 7995n, standingOre: 2000n })
    const removed = [gone(a, 8000n), gone(credited, 5n)]
    expect(summary({ removed, added: [came("n", 4000n, 15)] }, [a, credited])).toEqual({
      removed: [["a", 1, 8000n]],
      added: [["n", 3995n]],
    })
  })
})
