import fc from "fast-check"

import {
  buildEInvoiceOrder,
  changedLines,
  formatOre,
  linesNow,
  type MappableOrder,
  removedBeyondAdded,
  sentLines,
} from ".."
import { LEAST_ACCOUNTED_ORE, sum } from "../decimal"
import { orderWithCard, sampleInput } from "./sample-order"

/** What the order is of: øre apiece, and VAT in percent. Some cost the same at one rate. */
const ITEMS = [
  { id: "mug", price: 14900, rate: 25 },
  { id: "cup", price: 14900, rate: 25 },
  { id: "bowl", price: 16990, rate: 25 },
  { id: "coffee", price: 9990, rate: 15 },
  { id: "tea", price: 9990, rate: 15 },
  { id: "spice", price: 3333, rate: 15 },
  { id: "pass", price: 22500, rate: 12 },
  { id: "post", price: 4900, rate: 25 },
] as const

/** What several changes leave, each of less than is accounted. */
const NOISE_ORE = 5n * LEAST_ACCOUNTED_ORE

type Quantities = readonly number[]
type ByRate = ReadonlyMap<number, bigint>

const priceOf = (quantities: Quantities) =>
  ITEMS.reduce((total, { price }, index) => total + price * (quantities[index] ?? 0), 0)

function byRate(lines: readonly { vatRate: number; ore: bigint }[]): ByRate {
  const rates = new Map<number, bigint>()
  for (const { vatRate, ore } of lines) {
    rates.set(vatRate, (rates.get(vatRate) ?? 0n) + ore)
  }
  return rates
}

type Bill = {
  readonly sent: Parameters<typeof sentLines>[0]
  /** What was credited, by line. */
  readonly credited: bigint[]
}

/** An order that a single-purpose gift card pays in part, its invoices, and their credits. */
class Account {
  readonly bills: Bill[] = []
  quantities: Quantities

  constructor(
    quantities: Quantities,
    readonly cardOre: bigint
  ) {
    this.quantities = quantities
    this.bill("order", this.heldOre - cardOre)
  }

  get order(): MappableOrder {
    return orderWithCard(ITEMS, this.quantities, this.cardOre)
  }

  get held(): ByRate {
    return byRate(linesNow(this.order).map(({ vatRate, grossOre: ore }) => ({ vatRate, ore })))
  }

  get heldOre(): bigint {
    return sum([...this.held.values()])
  }

  get asSent() {
    return this.bills.flatMap(({ sent, credited }) =>
      sentLines(sent, (index) => credited[index] ?? 0n).map((line, index) => ({
        ...line,
        credit: (ore: bigint) => {
          credited[index] = (credited[index] ?? 0n) + ore
        },
      }))
    )
  }

  /** What the invoices bill, less credits. */
  get left(): ByRate {
    return byRate(
      this.asSent.map(({ vatRate, amountOre, creditedOre }) => ({
        vatRate,
        ore: amountOre - creditedOre,
      }))
    )
  }

  /** What is to be credited, and what to be billed: what came at a rate beyond what went at it. */
  get advice() {
    const changed = changedLines({ asSent: this.asSent, now: linesNow(this.order) })
    const added = byRate([
      ...changed.added.map(({ vatRate, amountOre: ore }) => ({ vatRate, ore })),
      ...changed.removed.map(({ line, amountOre }) => ({ vatRate: line.vatRate, ore: -amountOre })),
    ])
    const credits = removedBeyondAdded(changed)
    return {
      credits,
      creditOre: sum(credits.map(({ amountOre }) => amountOre)),
      billOre: sum([...added.values()].map((ore) => (ore > 0n ? ore : 0n))),
    }
  }

  /** Bills and credits what is advised, once. */
  follow(): void {
    const { credits, billOre } = this.advice
    if (billOre >= LEAST_ACCOUNTED_ORE) {
      this.bill("difference", billOre)
    }
    for (const { line, amountOre } of credits) {
      expect(amountOre).toBeLessThanOrEqual(line.amountOre - line.creditedOre)
      line.credit(amountOre)
    }
  }

  bill(kind: "order" | "difference", ore: bigint): void {
    const { body, lines } = buildEInvoiceOrder({
      ...sampleInput,
      kind,
      amount: formatOre(ore),
      order: this.order,
      billed: this.asSent,
    })
    this.bills.push({ sent: { products: body.products, lines }, credited: lines.map(() => 0n) })
  }

  expectQuiet(leastOre = LEAST_ACCOUNTED_ORE): void {
    const { creditOre, billOre } = this.advice
    expect(creditOre).toBeLessThan(leastOre)
    expect(billOre).toBeLessThan(leastOre)
  }
}

describe("the account of an order that a gift card lowered", () => {
  it("asks for nothing where goods are replaced by others at the same rate and price", () => {
    const account = new Account([1, 0, 0, 2, 0, 0, 0, 1], 10_000n)
    const { left } = account
    account.quantities = [0, 1, 0, 2, 0, 0, 0, 1]
    account.follow()

    expect(account.left).toEqual(left)
    account.expectQuiet()
  })

  const quantity = fc.nat(3)
  const place = fc.nat(ITEMS.length - 2)
  const histories = fc
    .record({
      start: fc.array(quantity, { minLength: ITEMS.length, maxLength: ITEMS.length }),
      cardOre: fc.constantFrom(5_000n, 10_000n, 40_001n, 99_000n),
      changes: fc.array(fc.array(fc.tuple(place, quantity), { minLength: 1, maxLength: 2 }), {
        minLength: 1,
        maxLength: 5,
      }),
    })
    .filter(({ start, cardOre }) => priceOf(start) > Number(cardOre))

  it("agrees with the order once what changed is credited and billed, and then asks for nothing", () => {
    fc.assert(
      fc.property(histories, ({ start, cardOre, changes }) => {
        const account = new Account(start, cardOre)
        for (const change of changes) {
          const quantities = [...account.quantities]
          for (const [index, quantity] of change) {
            quantities[index] = quantity
          }
          account.quantities = quantities
          account.follow()

          account.expectQuiet()
          const { left, held, heldOre } = account
          const dueOre = heldOre > cardOre ? heldOre - cardOre : 0n
          const apartOre = sum([...left.values()]) - dueOre
          expect(Math.abs(Number(apartOre))).toBeLessThan(Number(NOISE_ORE))
          // At each rate, what the card pays is neither negative nor more than the order holds.
          for (const [rate, ore] of left) {
            expect(Number(ore)).toBeGreaterThanOrEqual(0)
            expect(Number(ore)).toBeLessThanOrEqual(Number((held.get(rate) ?? 0n) + NOISE_ORE))
          }
        }
      }),
      { numRuns: 200 }
    )
  })

  it("stays as it is where goods are replaced at the same rate and price, whatever happened before", () => {
    fc.assert(
      fc.property(histories, ({ start, cardOre, changes }) => {
        const account = new Account(start, cardOre)
        for (const [[index, quantity] = [0, 0]] of changes) {
          account.quantities = account.quantities.with(index, quantity)
          account.follow()
          const [mugs = 0, cups = 0, ...others] = account.quantities
          account.quantities = [cups, mugs, ...others]

          account.expectQuiet(NOISE_ORE)
        }
      }),
      { numRuns: 200 }
    )
  })
})
