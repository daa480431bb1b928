import {
  changedLines,
  type LineNow,
  linesNow,
  removedBeyondAdded,
  type SentLine,
  sentLines,
  withoutWaiting,
} from ".."
import { item, sampleInput, sampleOrder } from "./sample-order"
import { buildEInvoiceOrder, type MappableOrder } from ".."

const sent = (line: Partial<SentLine> = {}): SentLine => ({
  id: "ordli_1",
  name: "Coffee",
  productId: "COFFEE",
  quantity: 2,
  vatRate: 15,
  amountOre: 20000n,
  grossOre: line.amountOre ?? 20000n,
  creditedOre: 0n,
  ...line,
})

const held = (line: Partial<LineNow> = {}): LineNow => ({
  id: "ordli_1",
  name: "Coffee",
  productId: "COFFEE",
  quantity: 2,
  ordered: line.quantity ?? 2,
  vatRate: 15,
  grossOre: 20000n,
  ...line,
})

const summary = ({ removed, added }: ReturnType<typeof changedLines>) => ({
  removed: removed.map(({ line, quantity, amountOre }) => [line.id, quantity, amountOre]),
  added: added.map(({ id, quantity, amountOre }) => [id, quantity, amountOre]),
})

const sumOf = (changes: readonly { amountOre: bigint }[]) =>
  changes.reduce((ore, { amountOre }) => ore + amountOre, 0n)

const changes = (asSent: SentLine[], now: LineNow[]) => summary(changedLines({ asSent, now }))

describe("what was taken off beyond what was added", () => {
  const cup = held({ id: "ordli_2", name: "Cup", vatRate: 25, quantity: 1, grossOre: 7900n })
  const beyond = (now: LineNow[]) =>
    removedBeyondAdded(changedLines({ asSent: [sent()], now })).map(({ amountOre }) => amountOre)

  it("is told apart by VAT rate", () => {
    const one = held({ quantity: 1, grossOre: 10000n })
    expect(beyond([one, cup])).toEqual([10000n])
  })

  it("makes up for each other at one rate", () => {
    const one = held({ quantity: 1, grossOre: 10000n })
    expect(beyond([one, { ...cup, vatRate: 15 }])).toEqual([2100n])
    expect(beyond([one, { ...cup, vatRate: 15, grossOre: 10000n }])).toEqual([])
    expect(beyond([held()])).toEqual([])
  })

  it("is what is left of the lines after the first, which what was added made up for", () => {
    const asSent = [sent({ amountOre: 1000n }), sent({ id: "ordli_3", amountOre: 2000n })]
    const beyondAdded = (grossOre: bigint) =>
      removedBeyondAdded(changedLines({ asSent, now: [{ ...cup, vatRate: 15, grossOre }] })).map(
        ({ line, amountOre }) => [line.id, amountOre]
      )

    expect(beyondAdded(2500n)).toEqual([["ordli_3", 500n]])
    expect(beyondAdded(600n)).toEqual([
      ["ordli_1", 400n],
      ["ordli_3", 2000n],
    ])
  })

  it("is no number of pieces where something made up for a part of it", () => {
    const one = held({ quantity: 1, grossOre: 10000n })
    const pieces = (now: LineNow[]) =>
      removedBeyondAdded(changedLines({ asSent: [sent()], now })).map(({ quantity }) => quantity)

    expect(pieces([one, cup])).toEqual([1])
    expect(pieces([one, { ...cup, vatRate: 15 }])).toEqual([0])
  })
})

describe("an order's lines without what waits for its parcel", () => {
  const one = sent({ quantity: 1, amountOre: 10000n })

  it("are what its invoices bill, as long as nothing of it came back", () => {
    expect(withoutWaiting([held(), held({ id: "ordli_2" })], [one])).toMatchObject([
      { id: "ordli_1", quantity: 1, grossOre: 10000n },
    ])
  })

  it("hold less than is billed once something came back", () => {
    const back = held({ quantity: 2, ordered: 3 })
    const billed = sent({ quantity: 2 })

    expect(withoutWaiting([back], [billed])).toMatchObject([{ quantity: 1, grossOre: 10000n }])
    expect(withoutWaiting([held({ quantity: 1, ordered: 2 })], [one])).toEqual([])
  })

  it("hold what an invoice bills that stands where the other parcel's has ended", () => {
    const now = withoutWaiting([held({ quantity: 2, ordered: 3 })], [one, one])

    expect(changes([one], now)).toEqual({ removed: [], added: [] })
  })

  it("are no more than the order holds where more was billed than was ever ordered", () => {
    const billed = sent({ quantity: 3, amountOre: 30000n })
    expect(withoutWaiting([held()], [billed])).toMatchObject([{ quantity: 2, grossOre: 20000n }])
  })
})

describe("what changed between an order's invoices and the order", () => {
  it("is nothing where both hold the same", () => {
    expect(changes([sent()], [held()])).toEqual({ removed: [], added: [] })
  })

  it("is what one fewer of an item cost", () => {
    expect(changes([sent()], [held({ quantity: 1, grossOre: 10000n })])).toEqual({
      removed: [["ordli_1", 1, 10000n]],
      added: [],
    })
  })

  it("is the whole of an item that is gone", () => {
    expect(changes([sent()], [])).toEqual({ removed: [["ordli_1", 2, 20000n]], added: [] })
  })

  it("is what comes back of an item after it was credited or refunded", () => {
    const credited = { quantity: 3, amountOre: 30000n, creditedOre: 20000n }
    const now = held({ quantity: 2, grossOre: 20000n })
    expect(changes([sent(credited)], [now])).toEqual({
      removed: [],
      added: [["ordli_1", 1, 10000n]],
    })
    const billedAnew = sent({ quantity: 1, amountOre: 10000n })
    expect(changes([sent(credited), billedAnew], [now])).toEqual({ removed: [], added: [] })
  })

  it("is an item that was added, under its own name", () => {
    const { added } = changedLines({
      asSent: [sent()],
      now: [
        held(),
        held({ id: "ordli_2", name: "Cup", vatRate: 25, quantity: 1, grossOre: 7900n }),
      ],
    })

    expect(added).toEqual([
      expect.objectContaining({ name: "Cup", vatRate: 25, quantity: 1, amountOre: 7900n }),
    ])
  })

  it("is what more of an item costs", () => {
    expect(changes([sent()], [held({ quantity: 5, grossOre: 50000n })])).toEqual({
      removed: [],
      added: [["ordli_1", 3, 30000n]],
    })
  })

  it("is a price that was lowered or raised", () => {
    expect(changes([sent()], [held({ grossOre: 18000n })]).removed).toEqual([["ordli_1", 0, 2000n]])
    expect(changes([sent()], [held({ grossOre: 21000n })]).added).toEqual([["ordli_1", 0, 1000n]])
  })

  it("is no øre of Medusa's divisions", () => {
    expect(changes([sent()], [held({ grossOre: 19999n })])).toEqual({ removed: [], added: [] })
    expect(changes([sent()], [held({ grossOre: 20001n })])).toEqual({ removed: [], added: [] })
  })

  it("leaves out what was credited already", () => {
    const line = sent({ quantity: 3, amountOre: 30000n, creditedOre: 10000n })

    expect(changes([line], [held({ grossOre: 20000n })])).toEqual({ removed: [], added: [] })
    expect(changes([line], [held({ quantity: 1, grossOre: 10000n })]).removed).toEqual([
      ["ordli_1", 2, 10000n],
    ])
  })

  it("takes no more off a line than is left of it", () => {
    expect(changes([sent({ creditedOre: 15000n })], []).removed).toEqual([["ordli_1", 2, 5000n]])
    expect(changes([sent({ creditedOre: 20000n })], []).removed).toEqual([])
  })

  it("charges for more of an item what it costs, though a gift card lowered the first", () => {
    const line = sent({ amountOre: 18000n, grossOre: 20000n, standingOre: 20000n })

    expect(changes([line], [held({ quantity: 3, grossOre: 30000n })]).added).toEqual([
      ["ordli_1", 1, 10000n],
    ])
  })

  it("takes what is gone off the last of several invoices of an item first", () => {
    const second = sent({ quantity: 1, amountOre: 10000n })

    expect(changes([sent(), second], [held({ quantity: 1, grossOre: 10000n })]).removed).toEqual([
      ["ordli_1", 2, 10000n],
      ["ordli_1", 2, 10000n],
    ])
    expect(changes([sent({ creditedOre: 10000n }), second], [held({ grossOre: 20000n })])).toEqual({
      removed: [],
      added: [],
    })
  })

  it("removes at the old rate and adds at the new one", () => {
    expect(changes([sent()], [held({ vatRate: 25 })])).toEqual({
      removed: [["ordli_1", 2, 20000n]],
      added: [["ordli_1", 2, 20000n]],
    })
  })

  it("leaves an adjustment out, which belongs to no item", () => {
    const adjustment = sent({ id: undefined, name: "Justering av ordren 80", productId: undefined })

    expect(changes([sent(), adjustment], [held()])).toEqual({ removed: [], added: [] })
  })

  it("finds the items of a cart among those of its order", () => {
    expect(
      changes([sent({ id: undefined })], [held({ quantity: 1, grossOre: 10000n })]).removed
    ).toEqual([[undefined, 1, 10000n]])
  })

  it.each<[string, Partial<LineNow>[]]>([
    ["another name", [{ name: "Tea" }]],
    ["another product", [{ productId: "TEA" }]],
    ["another VAT rate", [{ vatRate: 25 }]],
    ["two that are alike", [{}, { id: "ordli_2" }]],
  ])("finds no item of a cart among %s", (_what, items) => {
    const now = items.map(held)
    expect(changes([sent({ id: undefined })], now)).toEqual({
      removed: [],
      added: now.map(({ id }) => [id, 2, 20000n]),
    })
  })

  it("finds an item of a cart beside one that another line is known to bill", () => {
    const other = { id: "ordli_2" }
    expect(changes([sent(other), sent({ id: undefined })], [held(), held(other)])).toEqual({
      removed: [],
      added: [],
    })
  })

  it("takes nothing more off an invoice's line that was credited in full", () => {
    const first = sent({ name: "first" })
    const last = sent({ quantity: 1, amountOre: 10000n, creditedOre: 10000n })
    const { removed } = changedLines({
      asSent: [first, last],
      now: [held({ quantity: 1, grossOre: 10000n })],
    })

    expect(removed).toEqual([{ line: first, quantity: 2, amountOre: 10000n }])
  })

  it.each<[string, SentLine[], LineNow, number, bigint]>([
    ["a piece at a new price", [sent()], held({ quantity: 3, grossOre: 36000n }), 1, 16000n],
    ["a piece of an øre", [sent({ amountOre: 2n })], held({ quantity: 3, grossOre: 3n }), 1, 1n],
    [
      "a piece that comes back after it was credited on one of two invoices",
      [
        sent({ quantity: 1, amountOre: 10000n }),
        sent({ quantity: 1, amountOre: 10000n, creditedOre: 10000n }),
      ],
      held(),
      1,
      10000n,
    ],
  ])("is, added, %s", (_what, asSent, now, quantity, amountOre) => {
    expect(changes(asSent, [now])).toEqual({
      removed: [],
      added: [["ordli_1", quantity, amountOre]],
    })
  })

  it.each<[string, SentLine, LineNow]>([
    ["one more for free", sent(), held({ quantity: 3 })],
    ["what a gift card paid in full", sent({ amountOre: 0n, grossOre: 20000n }), held()],
  ])("is not %s", (_what, asSent, now) => {
    expect(changes([asSent], [now])).toEqual({ removed: [], added: [] })
  })

  it("is a piece that went, be it of an øre", () => {
    const asSent = sent({ quantity: 3, amountOre: 3n })
    expect(changes([asSent], [held({ grossOre: 2n })]).removed).toEqual([["ordli_1", 1, 1n]])
  })
})

describe("what changed of an invoice that a gift card lowered", () => {
  const GOODS = [
    { id: "mugs", quantity: 2, total: 298, rate: 25 },
    { id: "pass", quantity: 1, total: 225, rate: 12 },
    { id: "post", quantity: 1, total: 49, rate: 25 },
  ]
  const COFFEE = { id: "coffee", quantity: 2, total: 199.8, rate: 15 }
  const orderOf = (goods: typeof GOODS, card: number): MappableOrder => ({
    ...sampleOrder,
    total: undefined,
    credit_lines: [{ amount: card }],
    shipping_methods: [],
    items: goods.map(({ id, quantity, total, rate }) => item(id, total, rate, quantity)),
  })
  /** The lines of its invoice, less what was credited of them by item. */
  const sentWith = (card: number, credited: Record<string, bigint> = {}, goods = GOODS) => {
    const amount = goods.reduce((sum, { total }) => sum + total, -card)
    const { body, lines } = buildEInvoiceOrder({
      ...sampleInput,
      amount,
      order: orderOf(goods, card),
    })
    return sentLines(
      { products: body.products, lines },
      (index) => credited[lines[index]?.id ?? ""] ?? 0n
    )
  }
  const changesTo = (asSent: SentLine[], goods: typeof GOODS) => {
    const changed = changedLines({ asSent, now: linesNow(orderOf(goods, 0)) })
    return {
      removed: Object.fromEntries(
        changed.removed.map(({ line, quantity, amountOre }) => [line.id, [quantity, amountOre]])
      ),
      removedOre: sumOf(changed.removed),
      added: summary(changed).added,
    }
  }
  const [MUGS, , POST] = GOODS as [(typeof GOODS)[0], (typeof GOODS)[0], (typeof GOODS)[0]]
  const CREDITED = { mugs: 3378n, pass: 18567n, post: 555n }

  it("is nothing where the order holds the same", () => {
    expect(changesTo(sentWith(100), GOODS)).toEqual({ removed: {}, removedOre: 0n, added: [] })
  })

  it("is what an item cost: of its line, and of those that bear its part of the card by then", () => {
    const { removed, added } = changesTo(sentWith(100), [MUGS, POST])

    expect(removed).toEqual({ pass: [1, 18567n], mugs: [0, 3378n], post: [0, 555n] })
    expect(added).toEqual([])
    // So the invoice is what it had been without the pass.
    expect(sentWith(100, {}, [MUGS, POST]).map(({ amountOre }) => amountOre)).toEqual([
      24590n - 3378n,
      4043n - 555n,
    ])
  })

  it("is, of some of an item, what the rest of it bears of the card too", () => {
    const line = sent({ amountOre: 18000n, grossOre: 20000n, standingOre: 20000n })

    expect(changes([line], [held({ quantity: 1, grossOre: 10000n })]).removed).toEqual([
      ["ordli_1", 1, 10000n],
    ])
  })

  it("is what came in full, at its own rate", () => {
    const { removed, added } = changesTo(sentWith(100), [MUGS, COFFEE, POST])

    expect(removed).toEqual({ pass: [1, 18567n], mugs: [0, 3378n], post: [0, 555n] })
    expect(added).toEqual([["coffee", 2, 19980n]])
  })

  it.each<[string, number, object[]]>([
    ["the same price", 298, []],
    ["a higher price", 318, []],
    ["a lower price", 278, [["mugs", 2000n]]],
  ])(
    "is only the difference of what came at %s in place of goods at its rate",
    (_, total, back) => {
      const changed = changedLines({
        asSent: sentWith(100, {}, [MUGS, COFFEE, POST]),
        now: linesNow(orderOf([{ ...MUGS, id: "cups", total }, COFFEE, POST], 0)),
      })

      expect(
        removedBeyondAdded(changed).map(({ line, amountOre }) => [line.id, amountOre])
      ).toEqual(back)
      expect(sumOf(changed.added) - sumOf(changed.removed)).toBe(BigInt((total - 298) * 100))
    }
  )

  it("is less of what came where the card pays for more than is left of the invoice", () => {
    const { removedOre, added } = changesTo(sentWith(400), [MUGS, COFFEE, POST])

    expect(removedOre).toBe(17200n)
    expect(added).toEqual([["coffee", 2, 14680n]])
  })

  it("is no more than what is left of the invoice where the card pays for all that stays", () => {
    const { removedOre, added } = changesTo(sentWith(400), [MUGS, POST])

    expect(removedOre).toBe(17200n)
    expect(added).toEqual([])
    expect(
      changesTo(sentWith(400, { mugs: 8961n, pass: 6766n, post: 1473n }), [MUGS, POST])
    ).toEqual({ removed: {}, removedOre: 0n, added: [] })
  })

  it("is nothing once it is credited, and what comes back in full", () => {
    const asSent = sentWith(100, CREDITED)

    expect(changesTo(asSent, [MUGS, POST])).toEqual({ removed: {}, removedOre: 0n, added: [] })
    expect(changesTo(asSent, GOODS)).toEqual({
      removed: {},
      removedOre: 0n,
      added: [["pass", 1, 22500n]],
    })
  })

  it("is what the lines that stay bear of the card once only the line that went is credited", () => {
    const { removed } = changesTo(sentWith(100, { pass: 18567n }), [MUGS, POST])

    expect(removed).toEqual({ mugs: [0, 3378n], post: [0, 555n] })
  })

  it("is no credit and bill of which line bears the card", () => {
    const asSent = sentWith(100, { mugs: 3933n, pass: 18567n })

    expect(changesTo(asSent, [MUGS, POST])).toEqual({ removed: {}, removedOre: 0n, added: [] })
  })

  it("is taken off what further invoices bill once the card pays for all that stays of the first", () => {
    const second = sent({ id: "coffee", vatRate: 15, amountOre: 19980n })
    const { removed } = changedLines({
      asSent: [...sentWith(400), second],
      now: linesNow(orderOf([MUGS, COFFEE, POST], 0)),
    })

    expect(sumOf(removed)).toBe(22500n)
    expect(removed).toContainEqual({ line: second, quantity: 0, amountOre: 22500n - 17200n })
  })

  it("is the difference of an item's last invoice first, which bears none of the card", () => {
    const second = sent({ id: "mugs", quantity: 1, vatRate: 25, amountOre: 14900n })
    const { removed } = changedLines({
      asSent: [...sentWith(100), second],
      now: linesNow(orderOf(GOODS, 0)),
    })

    expect(removed).toEqual([{ line: second, quantity: 1, amountOre: 14900n }])
  })
})

describe("the lines that an order holds now", () => {
  const withDetail = (detail: object, total: number): MappableOrder => ({
    ...sampleOrder,
    items: [{ ...sampleOrder.items?.[0], total, original_total: total, detail }],
  })

  const goods = (order: MappableOrder) => {
    const [line] = linesNow(order)
    return [line?.quantity, line?.grossOre]
  }

  it("are its items and its shipping", () => {
    expect(linesNow(sampleOrder)).toMatchObject([
      { id: "ordli_01", quantity: 3, vatRate: 15, grossOre: 29970n },
      { id: "ordsm_01", quantity: 1, vatRate: 25, grossOre: 4900n },
    ])
  })

  it.each([0, -10])("are without what costs %p", (total) => {
    const item = { ...sampleOrder.items?.[0], total, original_total: total }
    const lines = linesNow({ ...sampleOrder, items: [item] })
    expect(lines.map(({ id }) => id)).toEqual(["ordsm_01"])
  })

  it("are without what is requested for return, whose price Medusa still counts", () => {
    expect(goods(withDetail({ return_requested_quantity: 1 }, 299.7))).toEqual([2, 19980n])
  })

  it("are without what was received, and what was received damaged", () => {
    expect(
      goods(withDetail({ return_received_quantity: 1, return_dismissed_quantity: 1 }, 99.9))
    ).toEqual([1, 9990n])
  })

  it("remember that what was received was ordered", () => {
    const order = withDetail({ return_received_quantity: 1 }, 199.8)
    expect(linesNow(order)).toMatchObject([{ quantity: 2, ordered: 3 }, { ordered: 1 }])
  })

  it("are without the rest of a return that was received in part", () => {
    expect(
      goods(withDetail({ return_received_quantity: 1, return_requested_quantity: 1 }, 199.8))
    ).toEqual([1, 9990n])
  })

  it("do not hold an item that is wholly requested", () => {
    expect(linesNow(withDetail({ return_requested_quantity: 3 }, 299.7))).toMatchObject([
      { id: "ordsm_01" },
    ])
  })

  it("hold what a claim wrote off and is not sent back", () => {
    expect(goods(withDetail({ written_off_quantity: 1 } as object, 299.7))).toEqual([3, 29970n])
  })
})
