import { MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"

import {
  buildEInvoiceOrder,
  changedLines,
  linesNow,
  type MappableOrder,
  MappingError,
  parcelLines,
  parcelTotal,
  type SentLine,
  sentLines,
  toOre,
} from ".."
import { randomCart, totalled } from "./random-cart"
import { sampleInput, sampleOrder } from "./sample-order"
import { totalsOff, totalsOfRequest } from "../../sandbox/service/order-lines"

type GiftCards = "single-purpose" | "multi-purpose"

/** Bills an order parcel by parcel, as the plugin does. */
class Shipments {
  readonly billed: SentLine[] = []
  readonly invoices: ReturnType<typeof buildEInvoiceOrder>[] = []
  readonly #earlier = new Map<string, string>()
  #parcels = 0

  /** @param giftCards what is set; `switched`: after each parcel the other */
  constructor(
    readonly giftCards: GiftCards | "switched" = "single-purpose",
    readonly withoutShipping: ReadonlySet<string> = new Set()
  ) {}

  bill(order: MappableOrder, parcel: ReadonlyMap<string, string>): void {
    const { billed, withoutShipping } = this
    this.#parcels++
    const either = this.#parcels % 2 === 0 ? "multi-purpose" : "single-purpose"
    const giftCards = this.giftCards === "switched" ? either : this.giftCards
    const lines = parcelLines({
      order,
      parcel,
      earlier: this.#earlier,
      withoutShipping,
      billed,
      giftCards,
    })
    for (const [id, quantity] of parcel) {
      this.#earlier.set(id, MathBN.add(this.#earlier.get(id) ?? 0, quantity).toFixed())
    }
    const amount = parcelTotal(lines)
    if (toOre(amount) <= 0n) {
      return
    }
    const invoice = buildEInvoiceOrder({
      ...sampleInput,
      settings: { ...sampleInput.settings, giftCards },
      order: { ...order, billing_address: sampleOrder.billing_address, email: sampleOrder.email },
      kind: "parcel",
      parcel: { part: this.invoices.length + 1, lines },
      amount,
    })
    this.invoices.push(invoice)
    this.billed.push(...sentLines({ products: invoice.body.products, lines: invoice.lines }))
  }

  get totalOre(): bigint {
    return this.billed.reduce((sum, { amountOre }) => sum + amountOre, 0n)
  }

  ofLine(id: string): bigint {
    return this.billed.reduce((sum, line) => (line.id === id ? sum + line.amountOre : sum), 0n)
  }
}

/** Which parcel each piece of each item leaves with: of `parcels` many. */
function packed(
  items: readonly { id: string; quantity: number }[],
  parcels: number,
  seed: number
): Map<string, string>[] {
  const packages = Array.from({ length: parcels }, () => new Map<string, string>())
  items.forEach(({ id, quantity }, index) => {
    const isWhole = Number.isInteger(quantity) && quantity <= 60
    const pieces = isWhole ? quantity : 1
    for (let piece = 0; piece < pieces; piece++) {
      const package_ = packages[(seed + index * 7 + piece * piece * 3) % parcels]
      const more = isWhole ? 1 : quantity
      package_?.set(id, MathBN.add(package_.get(id) ?? 0, more).toFixed())
    }
  })
  return packages
}

describe("the invoices of an order's parcels", () => {
  it.each<GiftCards | "switched">(["single-purpose", "multi-purpose", "switched"])(
    "add up to the order to the øre, whatever order they leave in; gift cards: %s",
    (giftCards) => {
      fc.assert(
        fc.property(
          randomCart,
          fc.integer({ min: 1, max: 5 }),
          fc.nat(100),
          (random, parcels, shuffle) => {
            const cart = totalled(random)
            if (toOre(cart.total) <= 0n) {
              return
            }
            const whole = buildEInvoiceOrder({
              ...sampleInput,
              settings: {
                ...sampleInput.settings,
                giftCards: giftCards === "switched" ? "single-purpose" : giftCards,
              },
              order: { ...cart, billing_address: sampleOrder.billing_address, email: "a@b.no" },
              amount: cart.raw_total ?? cart.total,
            })
            const shipments = new Shipments(giftCards)
            const items = cart.items.map(({ id }, index) => ({
              id,
              quantity: Number(random.items[index]?.quantity ?? 0),
            }))
            const ids = new Map(items.map(({ id }, index) => [id, `item_${index}`]))
            const named = {
              ...cart,
              items: cart.items.map((item) => ({ ...item, id: ids.get(item.id) ?? "" })),
              shipping_methods: cart.shipping_methods.map((method) => ({
                ...method,
                id: `ship_${method.id}`,
              })),
            }
            for (const parcel of packed(
              items.map(({ id, quantity }) => ({ id: ids.get(id) ?? "", quantity })),
              parcels,
              shuffle
            )) {
              shipments.bill(named, parcel)
            }
            shipments.bill(named, new Map())
            expect(shipments.totalOre).toBe(toOre(whole.body.orderSummary.grandTotal))
            for (const { body } of shipments.invoices) {
              expect(totalsOff(totalsOfRequest(body.products, body.orderSummary))).toEqual([])
            }
          }
        ),
        { numRuns: 400 }
      )
    }
  )

  const [COFFEE = {}] = sampleOrder.items ?? []
  const coffees = (quantity: number, more: object = {}): MappableOrder => ({
    ...sampleOrder,
    total: undefined,
    items: [
      {
        ...COFFEE,
        quantity,
        total: 99.9 * quantity,
        original_total: 99.9 * quantity,
        ...more,
      },
    ],
  })
  const one = new Map([["ordli_01", "1"]])
  const two = new Map([["ordli_01", "2"]])

  it("have shipping with the first, and the number of the part from the second", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    shipments.bill(coffees(3), two)

    expect(
      shipments.invoices.map(({ body: { products, referenceNo } }) => [
        referenceNo,
        ...products.map(({ name, quantity, amount }) => `${quantity} ${name} ${amount}`),
      ])
    ).toEqual([
      ["1001", "1 Harbour coffee, 250 g 99.9", "1 Post 49"],
      ["1001-2", "2 Harbour coffee, 250 g 199.8"],
    ])
  })

  it("have goods that need no shipping with the first", () => {
    const order = {
      ...coffees(2),
      items: [
        ...(coffees(2).items ?? []),
        { ...COFFEE, id: "ordli_pass", quantity: 1, total: 450, original_total: 450 },
      ],
    }
    const shipments = new Shipments("single-purpose", new Set(["ordli_pass"]))
    shipments.bill(order, one)
    shipments.bill(order, one)

    expect(shipments.invoices.map(({ body }) => body.orderSummary.grandTotal)).toEqual([
      "598.90",
      "99.90",
    ])
  })

  it("are compared with the order by what goods cost before a gift card", () => {
    const paidByCard = {
      ...coffees(3),
      credit_lines: [{ amount: 100, metadata: null, reference: "gift-card" }],
    }
    const shipments = new Shipments()
    shipments.bill(paidByCard, one)
    shipments.bill(paidByCard, two)

    expect(shipments.billed.map(({ grossOre }) => grossOre)).toEqual([9_990n, 4_900n, 19_980n])
    expect(changedLines({ asSent: shipments.billed, now: linesNow(paidByCard) })).toEqual({
      removed: [],
      added: [],
    })
    const now = linesNow({ ...coffees(2), credit_lines: paidByCard.credit_lines })
    const { removed, added } = changedLines({ asSent: shipments.billed, now })
    // What went cost 99.90: its line, and what the card pays more of those that stay.
    expect(removed.map(({ quantity }) => quantity)).toEqual([1, 0, 0])
    expect(removed.reduce((sum, { amountOre }) => sum + amountOre, 0n)).toBe(9990n)
    expect(added).toEqual([])
  })

  /** What each invoice bills of which line: before its discount, charged, and before credit. */
  const partsOf = (order: MappableOrder, parcels: readonly ReadonlyMap<string, string>[]) => {
    const billed: SentLine[] = []
    const earlier = new Map<string, string>()
    return parcels.map((parcel) =>
      parcelLines({
        order,
        parcel,
        earlier,
        withoutShipping: new Set(),
        billed,
        giftCards: "multi-purpose",
      }).map(({ id, quantity, beforeDiscount, gross, amount }) => {
        earlier.set(id ?? "", MathBN.add(earlier.get(id ?? "") ?? 0, quantity).toFixed())
        billed.push({
          id: id ?? undefined,
          name: "",
          quantity: Number(quantity),
          vatRate: 15,
          amountOre: toOre(amount),
          grossOre: toOre(gross),
          creditedOre: 0n,
        })
        return [id, quantity, beforeDiscount, amount]
      })
    )
  }

  it("share a line's discount out by what leaves", () => {
    const discounted = coffees(3, { total: 240, original_total: 300, unit_price: 100 })

    expect(partsOf(discounted, [one, two])).toEqual([
      [
        ["ordli_01", "1", "100.00", "80.00"],
        ["ordsm_01", "1", "49.00", "49.00"],
      ],
      [["ordli_01", "2", "200.00", "160.00"]],
    ])
  })

  it("name what leaves for free", () => {
    const free = coffees(1, { total: 0, original_total: 99.9 })

    expect(partsOf(free, [one])).toEqual([
      [
        ["ordli_01", "1", "99.90", "0.00"],
        ["ordsm_01", "1", "49.00", "49.00"],
      ],
    ])
  })

  it("have a gift card pay its share of each", () => {
    const paidByCard = { ...coffees(3), credit_lines: [{ amount: 100, metadata: null }] }

    expect(partsOf(paidByCard, [one, two])).toEqual([
      [
        ["ordli_01", "1", "99.90", "99.90"],
        ["ordsm_01", "1", "49.00", "49.00"],
        [null, "1", "0.00", "-42.70"],
      ],
      [
        ["ordli_01", "2", "199.80", "199.80"],
        [null, "1", "0.00", "-57.30"],
      ],
    ])
  })

  it("count goods that need no shipping once, with the first", () => {
    const pass = { ...COFFEE, id: "ordli_pass", quantity: 2, total: 450, original_total: 450 }
    const order = { ...coffees(2), items: [...(coffees(2).items ?? []), pass] }
    const lines = parcelLines({
      order,
      parcel: one,
      earlier: new Map(),
      withoutShipping: new Set(["ordli_pass"]),
      billed: [],
      giftCards: "single-purpose",
    })

    expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      ["ordli_01", "1"],
      ["ordli_pass", "2"],
      ["ordsm_01", "1"],
    ])
  })

  it("have goods that need no shipping with the next, where they were added after the first", () => {
    const pass = { ...COFFEE, id: "ordli_pass", quantity: 2, total: 450, original_total: 450 }
    const shipments = new Shipments("single-purpose", new Set(["ordli_pass"]))
    shipments.bill(coffees(2), one)
    shipments.bill({ ...coffees(2), items: [...(coffees(2).items ?? []), pass] }, one)

    expect(shipments.invoices.at(-1)?.body.products).toMatchObject([
      { quantity: 1, amount: 99.9 },
      { quantity: 2, amount: 450 },
    ])
  })

  it("have a gift card pay its share of what does not come back", () => {
    const card = { credit_lines: [{ amount: 100, metadata: null }] }
    const returning = coffees(3, { detail: { return_requested_quantity: 1 } })
    const parcels = partsOf({ ...returning, ...card }, [one, one, one])
    const cards = parcels.map((lines) => lines.filter(([id]) => id === null))

    // The second takes the place of what comes back of the first.
    expect(cards).toEqual([[[null, "1", "0.00", "-59.85"]], [], [[null, "1", "0.00", "-40.15"]]])
    const all = { ...coffees(1, { detail: { return_requested_quantity: 1 } }), ...card }
    expect(partsOf({ ...all, shipping_methods: [] }, [new Map()])).toEqual([[]])
  })

  it("count one piece where only the price of what left was raised", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), two)
    shipments.bill(
      coffees(3, { total: 329.7, original_total: 329.7, unit_price: 109.9 }),
      new Map()
    )

    expect(shipments.invoices.at(-1)?.body.products).toMatchObject([{ quantity: 1, amount: 20 }])
  })

  it("are not made of an order with a surcharge, which belongs to no parcel", () => {
    const surcharged = { ...coffees(1), credit_lines: [{ amount: -10, metadata: null }] }

    expect(() => partsOf(surcharged, [one])).toThrow(
      expect.objectContaining({ field: "credit_lines" })
    )
  })

  it.each([33.32, 33.33, 33.34])(
    "leave out an øre that an edit of other goods made of what is billed: %p",
    (total) => {
      const tea = { ...COFFEE, id: "ordli_tea", quantity: 1, total: 33.33, original_total: 33.33 }
      const order = { ...coffees(1), items: [...(coffees(1).items ?? []), tea] }
      const shipments = new Shipments()
      shipments.bill(order, new Map([["ordli_tea", "1"]]))
      shipments.bill(
        {
          ...order,
          items: [...(coffees(1).items ?? []), { ...tea, total, original_total: total }],
        },
        one
      )

      expect(shipments.invoices.at(-1)?.body.products).toMatchObject([{ amount: 99.9 }])
    }
  )

  it("say what the order is after an edit", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    shipments.bill(coffees(5), two)
    shipments.bill(coffees(5), two)

    expect(shipments.ofLine("ordli_01")).toBe(49_950n)
  })

  it("bill what leaves at its price when what left before came back", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    // Medusa's totals are of what is kept.
    const returned = coffees(3, {
      total: 199.8,
      original_total: 199.8,
      detail: { return_received_quantity: 1 },
    })
    shipments.bill({ ...returned, credit_lines: refunded }, two)

    expect(shipments.invoices.at(-1)?.body.orderSummary.grandTotal).toBe("199.80")
  })

  it("bill what leaves at its price when what left before is to come back", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    shipments.bill(coffees(3, { detail: { return_requested_quantity: 1 } }), two)

    expect(shipments.invoices.at(-1)?.body.orderSummary.grandTotal).toBe("199.80")
  })

  it("know what goods cost before a gift card when what left before came back", () => {
    const paidByCard = {
      credit_lines: [{ amount: 100, metadata: null }],
      shipping_methods: [],
    }
    const shipments = new Shipments()
    shipments.bill({ ...coffees(3), ...paidByCard }, one)
    const kept = { total: 199.8, original_total: 199.8, detail: { return_received_quantity: 1 } }
    shipments.bill({ ...coffees(3, kept), ...paidByCard }, two)

    expect(shipments.billed.map(({ grossOre }) => grossOre)).toEqual([9_990n, 19_980n])
  })

  it("bill what leaves at its price although Medusa's total lacks what was refunded", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    const kept = { total: 199.8, original_total: 199.8, detail: { return_received_quantity: 1 } }
    shipments.bill({ ...coffees(3, kept), credit_lines: refunded, total: 148.9 }, two)

    expect(shipments.invoices.at(-1)?.body.orderSummary.grandTotal).toBe("199.80")
  })

  it.each([
    [119.9, "239.80"],
    [79.9, "159.80"],
  ])("bill what leaves at %d each when what left at another price came back", (price, billed) => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), one)
    const dearer = { total: 2 * price, original_total: 2 * price, unit_price: price }

    shipments.bill(coffees(3, { ...dearer, detail: { return_received_quantity: 1 } }), two)

    expect(shipments.invoices.at(-1)?.body.orderSummary.grandTotal).toBe(billed)
  })

  const refunded = [{ amount: 99.9, metadata: { created_in_version: 3 } }]

  it("are not made where more is billed of a line than it comes to", () => {
    const shipments = new Shipments()
    shipments.bill(coffees(3), two)

    expect(() => shipments.bill(coffees(3, { total: 150, original_total: 150 }), one)).toThrow(
      MappingError
    )
  })
})
