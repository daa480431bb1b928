import fc from "fast-check"

import {
  buildEInvoiceOrder,
  formatOre,
  linesNow,
  type MappableOrder,
  removedBeyondAdded,
  toOre,
} from "../../../mapping"
import { orderWithCard, sampleInput } from "../../../mapping/__tests__/sample-order"
import type { RefundShare } from "../../../modules/e-invoice/refunds/refund-row"
import { invoicedLines, orderChange } from "../changed-order"
import {
  type LineLeft,
  OWED_ELSEWHERE,
  partsOfAmount,
  partsOfChoice,
  type RefundParts,
  refuseOwedElsewhere,
  takingWhatIsOwed,
  toGiveBack,
} from "../refund-parts"

/** What the order is of: øre apiece, and VAT in percent. The freight always stays. */
const ITEMS = [
  { id: "coffee", price: 9990, rate: 15 },
  { id: "tea", price: 3333, rate: 15 },
  { id: "mug", price: 14900, rate: 25 },
  { id: "pass", price: 45000, rate: 12 },
  { id: "cup", price: 14900, rate: 25 },
  { id: "freight", price: 100000, rate: 25 },
] as const

type Invoice = {
  sent: Parameters<typeof orderChange>[1]["sent"]
  listed: { id: number; name: string; quantity: number; amount: number }[]
  refunds: (RefundParts & { purpose: "refund"; state: "succeeded"; amount: string })[]
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n)
const ofShares = (shares: readonly RefundShare[]) => sum(shares.map(({ amount }) => toOre(amount)))

/** An order in Medusa, its invoices, and what was refunded; all are paid. */
class Shop {
  readonly invoices: Invoice[] = []
  readonly quantities: number[]
  /** Refunds that were not made, as they are owed on another invoice. */
  refused = 0

  constructor(
    quantities: readonly number[],
    readonly cardOre = 0n
  ) {
    this.quantities = [...quantities, 1]
    this.bill()
  }

  get order(): MappableOrder {
    return orderWithCard(ITEMS, this.quantities, this.cardOre)
  }

  /** What Medusa owes: goodwill, which it booked as a credit, changes nothing of it. */
  get owedOre(): bigint {
    const goods = this.invoices.flatMap(({ refunds }) => refunds.map((one) => ofShares(one.goods)))
    const heldOre = sum(linesNow(this.order).map(({ grossOre }) => grossOre)) - this.cardOre
    return this.billedOre - sum(goods) - heldOre
  }

  get billedOre(): bigint {
    return sum(this.invoices.flatMap(({ listed }) => listed.map(({ amount }) => toOre(amount))))
  }

  changeOf(invoice: Invoice) {
    const now = {
      orderId: "",
      markedPaidOre: 0n,
      owedOre: this.owedOre,
      lines: linesNow(this.order),
    }
    const others = this.invoices.flatMap((one, index) =>
      one === invoice ? [] : [{ ...one, name: `1042-${index}`, refundableOre: this.leftOre(one) }]
    )
    return orderChange(now, invoice, { others })
  }

  leftOre(invoice: Invoice): bigint {
    return sum(this.linesLeft(invoice).map(({ leftOre }) => leftOre))
  }

  linesLeft({ listed, refunds }: Invoice): LineLeft[] {
    return listed.map(({ id, name, amount }) => {
      const taken = refunds.flatMap(({ products }) => products).filter((share) => share.id === id)
      return { id, name, leftOre: toOre(amount) - ofShares(taken) }
    })
  }

  /** Bills what is outstanding, if anything is. */
  bill(): void {
    const amountOre = -this.owedOre
    if (amountOre <= 0n) {
      return
    }
    const { body, lines } = buildEInvoiceOrder({
      ...sampleInput,
      kind: this.invoices.length === 0 ? "order" : "difference",
      amount: formatOre(amountOre),
      order: this.order,
      billed: this.invoices.flatMap(invoicedLines),
    })
    const first = this.invoices.length * 100
    this.invoices.push({
      sent: { products: body.products, lines },
      listed: body.products.map(({ name, quantity, amount }, index) => ({
        id: first + index + 1,
        name,
        quantity: Number(quantity),
        amount: Number(amount),
      })),
      refunds: [],
    })
  }

  refund(invoice: Invoice, choose: () => RefundParts): void {
    const parts = this.unlessOwedElsewhere(choose)
    if (!parts) {
      return
    }
    const left = new Map(this.linesLeft(invoice).map(({ id, leftOre }) => [id, leftOre]))
    for (const { id, amount } of parts.products) {
      expect(toOre(amount)).toBeLessThanOrEqual(left.get(id) ?? 0n)
    }
    const amount = formatOre(ofShares(parts.products))
    invoice.refunds.push({ ...parts, purpose: "refund", state: "succeeded", amount })
  }

  unlessOwedElsewhere(choose: () => RefundParts): RefundParts | undefined {
    try {
      return choose()
    } catch (error) {
      expect(error).toMatchObject({ code: OWED_ELSEWHERE })
      this.refused++
      return undefined
    }
  }

  /** In the Refunds section, so much of the order, or of one line; of an amount also that the portal gave it. */
  refundAmount(invoice: Invoice, amountOre: bigint, { isGiven = false } = {}): void {
    const lines = this.linesLeft(invoice)
    if (amountOre > 0n && amountOre <= sum(lines.map(({ leftOre }) => leftOre))) {
      const choice = { amount: formatOre(amountOre) }
      const change = this.changeOf(invoice)
      this.refund(invoice, () => {
        const parts = partsOfChoice(choice, lines, change, isGiven)
        refuseOwedElsewhere(amountOre, parts, change)
        return parts
      })
    }
  }

  refundLine(invoice: Invoice, place: number, part: number): void {
    const lines = this.linesLeft(invoice)
    const { id, leftOre } = lines[place % lines.length] ?? { id: 0, leftOre: 0n }
    const ore = BigInt(Math.floor(Number(leftOre) * part))
    if (ore > 0n) {
      const choice = { lines: [{ id, amount: formatOre(ore) }] }
      this.refund(invoice, () => partsOfChoice(choice, lines, this.changeOf(invoice)))
    }
  }

  /** With Medusa's own button, an amount. */
  refundWithButton(invoice: Invoice, amountOre: bigint): void {
    if (amountOre > 0n && amountOre <= this.leftOre(invoice)) {
      const { listed, refunds } = invoice
      const change = this.changeOf(invoice)
      this.refund(invoice, () => {
        const parts = partsOfAmount(listed, refunds, amountOre, change)
        refuseOwedElsewhere(amountOre, parts, change)
        return parts
      })
    }
  }

  /** With Medusa's button, all of an invoice of an order of which nothing was packed: Medusa may be cancelling it. */
  refundWhole(invoice: Invoice): void {
    const amountOre = this.leftOre(invoice)
    if (amountOre > 0n) {
      const { listed, refunds } = invoice
      const change = this.changeOf(invoice)
      this.refund(invoice, () =>
        takingWhatIsOwed(partsOfAmount(listed, refunds, amountOre, change), change)
      )
    }
  }

  /** Refunds the lines that went, beyond what came at their rate, and bills what came; as staff are told to. */
  settle(): void {
    for (let round = 0; round < 4; round++) {
      for (const invoice of this.invoices) {
        this.refundAmount(invoice, this.toldOre(invoice))
      }
      this.bill()
    }
  }

  /** What the Refunds section of an invoice tells staff to refund. */
  toldOre(invoice: Invoice): bigint {
    const { shares } = toGiveBack(this.changeOf(invoice), {
      leftOre: this.leftOre(invoice),
      isSetOff: true,
    })
    return sum(shares.map(({ amountOre }) => amountOre))
  }

  /** What goods of an invoice went, beyond what came at their rate, in øre. */
  backOf(invoice: Invoice): bigint {
    return sum(removedBeyondAdded(this.changeOf(invoice).changed).map(({ amountOre }) => amountOre))
  }

  /** Whether more is owed of an invoice than is left of what was paid: goodwill was given on goods that all came back. */
  get isOverdrawn(): boolean {
    return this.invoices.some((invoice) => this.backOf(invoice) > this.leftOre(invoice))
  }

  /** What is billed and not refunded as goods, less what the order holds; in øre by VAT rate. */
  get apart(): Record<number, number> {
    const rates: Record<number, number> = {}
    const add = (rate: number, ore: bigint) => {
      rates[rate] = (rates[rate] ?? 0) + Number(ore)
    }
    for (const { sent, listed, refunds } of this.invoices) {
      for (const [index, { id, amount }] of listed.entries()) {
        const rate = Number(sent.products[index]?.tax)
        const goods = refunds.flatMap((one) => one.goods).filter((share) => share.id === id)
        add(rate, toOre(amount) - ofShares(goods))
      }
    }
    for (const { vatRate, grossOre } of linesNow(this.order)) {
      add(vatRate, -grossOre)
    }
    return rates
  }
}

describe("goods that went, and goodwill, of a paid order", () => {
  const bought = () => {
    const shop = new Shop([3, 0, 1, 0, 0])
    const [invoice] = shop.invoices
    if (!invoice) {
      throw new Error("not billed")
    }
    return { shop, invoice }
  }
  const goods = ({ refunds }: Invoice) =>
    refunds.map((one) => one.goods.map(({ amount }) => amount))

  it("are told apart in a refund of an amount", () => {
    const { shop, invoice } = bought()
    shop.refundAmount(invoice, 5000n)
    shop.quantities[0] = 2
    shop.refundAmount(invoice, 12000n)

    expect(goods(invoice)).toEqual([[], ["99.90"]])
    expect(shop.owedOre).toBe(0n)
  })

  it("are told apart in a refund of lines", () => {
    const { shop, invoice } = bought()
    shop.quantities[0] = 2
    shop.refundLine(invoice, 1, 0.5)
    expect(goods(invoice)).toEqual([[]])
    expect(shop.owedOre).toBe(9990n)

    shop.refundLine(invoice, 0, 1)
    expect(goods(invoice)).toEqual([[], ["99.90"]])
    expect(shop.owedOre).toBe(0n)
  })

  it("leave an even exchange as it is, unless just the pieces that went are chosen", () => {
    const { shop, invoice } = bought()
    shop.quantities.splice(0, 2, 2, 3)
    expect(shop.owedOre).toBeLessThan(0n + 1n)
    shop.refundLine(invoice, 0, 0.1)
    expect(goods(invoice)).toEqual([[]])

    const { shop: other, invoice: first } = bought()
    other.quantities.splice(0, 2, 2, 3)
    other.refundLine(first, 0, 1 / 3)
    expect(goods(first)).toEqual([["99.90"]])
    expect(other.owedOre).toBe(-9999n)
  })

  it("are none of an even exchange at one rate, whatever a gift card lowered", () => {
    const shop = new Shop([2, 0, 1, 0, 0], 10_000n)
    shop.quantities.splice(2, 3, 0, 0, 1)
    shop.settle()

    expect(shop.invoices.map(({ refunds }) => refunds)).toEqual([[]])
  })

  it("are what the portal gave for what Medusa sets off against what came since", () => {
    for (const given of [29970n, 29970n + 1000n, 12345n]) {
      const { shop, invoice } = bought()
      shop.quantities.splice(0, 2, 0, 12)
      const beforeOre = shop.owedOre
      shop.refundAmount(invoice, given, { isGiven: true })

      const ofCoffee = given < 29970n ? given : 29970n
      expect(goods(invoice)).toEqual([[formatOre(ofCoffee)]])
      expect(shop.owedOre).toBe(beforeOre - ofCoffee)
    }
  })

  it("are not what the portal gave where nothing went", () => {
    const { shop, invoice } = bought()
    shop.quantities[1] = 12
    shop.refundAmount(invoice, 9990n, { isGiven: true })

    expect(goods(invoice)).toEqual([[]])
  })

  it("are counted in full of a line that goodwill was taken of", () => {
    const { shop, invoice } = bought()
    shop.refundLine(invoice, 0, 0.5)
    shop.quantities[0] = 0
    shop.refundAmount(invoice, 29970n)

    expect(invoice.refunds.at(-1)?.goods).toEqual([{ id: 1, amount: "299.70" }])
    expect(ofShares(invoice.refunds.at(-1)?.products ?? [])).toBe(29970n)
    expect(shop.owedOre).toBe(0n)
  })

  it("with Medusa's button are goods as far as Medusa owes", () => {
    const { shop, invoice } = bought()
    shop.quantities.splice(0, 3, 2, 0, 0)
    shop.quantities[1] = 1
    const owed = shop.owedOre
    shop.refundWithButton(invoice, owed + 1000n)

    expect(ofShares(invoice.refunds.at(-1)?.goods ?? [])).toBe(owed)
  })

  it("are refunded on the invoice that billed them, by button and by amount", () => {
    const { shop, invoice: first } = bought()
    shop.quantities[3] = 1
    shop.bill()
    const second = shop.invoices[1]
    if (!second) {
      throw new Error("not billed")
    }
    shop.quantities.splice(0, 4, 2, 0, 1, 0)
    const owed = shop.owedOre
    expect(owed).toBe(9990n + 45000n)

    // All of it on either, half a line of goods beyond its own, all of the other's: none is made.
    shop.refundWithButton(first, owed)
    shop.refundAmount(first, owed)
    shop.refundAmount(first, 9990n + 5000n)
    shop.refundAmount(first, 45000n)
    expect(shop.refused).toBe(4)
    expect([...goods(first), ...goods(second)]).toEqual([])

    shop.refundWithButton(first, 9990n)
    shop.refundAmount(second, 45000n)
    shop.refundAmount(first, 5000n)
    expect(shop.refused).toBe(4)
    expect([...goods(first), ...goods(second)]).toEqual([["99.90"], [], ["450.00"]])
    expect(shop.owedOre).toBe(0n)
  })

  it("are taken of a whole invoice that is refunded in their place, which is billed anew as itself", () => {
    const { shop, invoice: first } = bought()
    shop.quantities[3] = 1
    shop.bill()
    shop.quantities[2] = 0
    shop.refundWhole(shop.invoices[1] ?? first)
    expect(goods(first)).toEqual([])
    expect(goods(shop.invoices[1] ?? first)).toEqual([["149.00"]])
    expect(shop.owedOre).toBe(0n)

    shop.settle()
    expect(goods(first)).toEqual([["149.00"]])
    expect(shop.invoices.at(-1)?.sent.products).toMatchObject([
      { name: "pass", tax: 12, amount: 149 },
    ])
  })

  it("of which no more can be refunded on their invoice keep no amount from another", () => {
    const { shop, invoice: first } = bought()
    shop.quantities[3] = 1
    shop.bill()
    const second = shop.invoices[1] ?? first
    shop.refundAmount(second, 45000n)
    shop.quantities[3] = 0
    shop.refundAmount(first, 2000n)

    expect(shop.refused).toBe(0)
    expect(goods(first)).toEqual([[]])
  })

  it("bill a line that comes back after its refund as itself", () => {
    const { shop, invoice } = bought()
    shop.refundAmount(invoice, 7000n)
    shop.quantities[0] = 2
    shop.refundAmount(invoice, 9990n)
    shop.quantities[0] = 3
    shop.bill()

    expect(shop.invoices.at(-1)?.sent.products).toMatchObject([
      { name: "coffee", quantity: 1, tax: 15, amount: 99.9 },
    ])
  })

  it("are told to the øre, of two invoices that a gift card lowered one of", () => {
    const shop = new Shop([0, 0, 1, 1, 1], 99000n)
    shop.quantities[4] = 3
    shop.settle()
    shop.quantities[4] = 1
    shop.settle()

    expect(shop.owedOre).toBe(0n)
    expect(shop.invoices).toHaveLength(2)
  })

  describe("whatever happened before", () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant("hold" as const), item: fc.nat(4), quantity: fc.nat(4) }),
      fc.record({
        kind: fc.constant("goodwill" as const),
        part: fc.double({ min: 0.001, max: 0.03, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant("line" as const),
        place: fc.nat(9),
        part: fc.constantFrom(0.01, 0.05),
      }),
      fc.record({
        kind: fc.constant("portal" as const),
        ore: fc.constantFrom(500n, 3333n, 9990n, 14900n),
      }),
      fc.record({ kind: fc.constant("owed" as const) }),
      fc.record({ kind: fc.constant("button" as const), more: fc.constantFrom(0n, 500n) }),
      fc.record({ kind: fc.constant("whole" as const) }),
      fc.record({ kind: fc.constant("bill" as const) }),
      fc.record({ kind: fc.constant("settle" as const) })
    )
    const start = fc.array(fc.nat(4), { minLength: 5, maxLength: 5 })
    type Act = typeof act extends fc.Arbitrary<infer Done> ? Done : never
    /** A shop where these were done, and all is settled. */
    const settled = (shop: Shop, acts: readonly Act[], which: number): Shop => {
      for (const done of acts) {
        const invoice = shop.invoices[which % shop.invoices.length]
        if (!invoice) {
          continue
        }
        if (done.kind === "hold") {
          shop.quantities[done.item] = done.quantity
        } else if (done.kind === "goodwill") {
          shop.refundAmount(invoice, BigInt(Math.ceil(Number(shop.billedOre) * done.part)))
        } else if (done.kind === "line") {
          shop.refundLine(invoice, done.place, done.part)
        } else if (done.kind === "portal") {
          shop.refundAmount(invoice, done.ore, { isGiven: true })
        } else if (done.kind === "owed") {
          const made = invoice.refunds.length
          const owed = shop.owedOre
          const { isOverdrawn } = shop
          shop.refundAmount(invoice, owed)
          // What is owed counts as goodwill on no invoice: it would be paid back once more.
          for (const { goods } of isOverdrawn ? [] : invoice.refunds.slice(made)) {
            expect(Number(owed - ofShares(goods))).toBeLessThan(10)
          }
        } else if (done.kind === "button") {
          shop.refundWithButton(invoice, shop.owedOre + (shop.owedOre > 0n ? done.more : 0n))
        } else if (done.kind === "whole") {
          shop.refundWhole(invoice)
        } else if (done.kind === "bill") {
          shop.bill()
        } else {
          shop.settle()
        }
      }
      shop.settle()
      const names = shop.invoices.flatMap(({ sent }) => sent.products.map(({ name }) => name))
      expect(names.filter((name) => name.includes("Justering"))).toEqual([])
      return shop
    }

    it("agree with the order at each VAT rate, and no difference is an adjustment", () => {
      fc.assert(
        fc.property(
          start,
          fc.array(act, { maxLength: 8 }),
          fc.nat(5),
          (quantities, acts, which) => {
            const shop = settled(new Shop(quantities), acts, which)

            // No more is refunded than was paid; the decision says so.
            fc.pre(!shop.isOverdrawn)
            for (const ore of Object.values(shop.apart)) {
              expect(Math.abs(ore)).toBeLessThanOrEqual(10)
            }
          }
        ),
        { numRuns: 300 }
      )
    })

    it("agree with the order but for what a gift card lowered at some rates, which is the card", () => {
      fc.assert(
        fc.property(
          start,
          fc.array(act, { maxLength: 8 }),
          fc.nat(5),
          fc.constantFrom(10_000n, 40_001n, 99_000n),
          (quantities, acts, which, cardOre) => {
            const shop = settled(new Shop(quantities, cardOre), acts, which)

            fc.pre(!shop.isOverdrawn)
            const apart = Object.values(shop.apart)
            expect(Math.max(...apart)).toBeLessThanOrEqual(10)
            expect(
              Math.abs(apart.reduce((one, other) => one + other, Number(cardOre)))
            ).toBeLessThanOrEqual(10)
          }
        ),
        { numRuns: 300 }
      )
    })
  })
})
