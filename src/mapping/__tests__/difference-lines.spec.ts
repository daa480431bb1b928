import { buildEInvoiceOrder, changedLines, linesNow, type MappableOrder, sentLines } from ".."
import { type Item, item, sampleInput, sampleOrder } from "./sample-order"

const first = buildEInvoiceOrder(sampleInput)
const billed = sentLines({ products: first.body.products, lines: first.lines })

const bill = (amount: number, items: Item[]) =>
  buildEInvoiceOrder({
    ...sampleInput,
    kind: "difference",
    amount,
    order: { ...sampleOrder, total: undefined, items },
    billed,
  }).body

const [COFFEE = {}] = sampleOrder.items ?? []

describe("an order that a gift card pays in part", () => {
  const settings = { ...sampleInput.settings, giftCards: "multi-purpose" as const }
  const paid = buildEInvoiceOrder({
    ...sampleInput,
    settings,
    order: { ...sampleOrder, total: 248.7, credit_lines: [{ amount: 100 }] },
    amount: 248.7,
  })
  const asSent = sentLines({ products: paid.body.products, lines: paid.lines })
  const withOneCoffeeLess = {
    ...sampleOrder,
    items: [{ ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 }],
  }

  it("has its changed lines told as they are, without the gift card's", () => {
    expect(paid.body.products.at(-1)).toMatchObject({ name: "Gavekort", amount: -100 })
    expect(paid.lines.at(-1)).toEqual({ id: null, quantity: 1, gross: "-100.00" })
    expect(changedLines({ asSent, now: linesNow(sampleOrder) })).toEqual({ removed: [], added: [] })
    expect(changedLines({ asSent, now: linesNow(withOneCoffeeLess) })).toMatchObject({
      removed: [{ quantity: 1, amountOre: 9990n }],
      added: [],
    })
  })

  it("has no line of a gift card where none pays, whatever Medusa's divisions leave", () => {
    const { products } = buildEInvoiceOrder({
      ...sampleInput,
      settings,
      order: { ...sampleOrder, total: 348.708, items: [{ ...COFFEE, total: 299.708 }] },
    }).body

    expect(products.map(({ amount }) => amount)).toEqual([299.7, 49])
  })

  it("has a difference billed by what was added alone: the card was spent before", () => {
    const { products } = buildEInvoiceOrder({
      ...sampleInput,
      settings,
      kind: "difference",
      amount: 100,
      order: {
        ...sampleOrder,
        total: undefined,
        credit_lines: [{ amount: 100 }],
        items: [COFFEE, item("Tea", 100, 15)],
      },
      billed: asSent,
    }).body

    expect(products).toMatchObject([{ name: "Tea", discount: 0, tax: 15, amount: 100 }])
  })

  const credit = (amount: number) => ({ amount, metadata: { created_in_version: 2 } })
  const billAnew = (credit_lines: MappableOrder["credit_lines"], amount: number) =>
    buildEInvoiceOrder({
      ...sampleInput,
      settings,
      kind: "difference",
      amount,
      order: {
        ...sampleOrder,
        total: undefined,
        credit_lines,
        items: [{ ...COFFEE, detail: { return_requested_quantity: 2 } }],
      },
      billed: [],
    })

  it.each([
    ["the card", [{ amount: 60 }], 88.9, [99.9, 49, -60]],
    ["the card and a credit of staff", [{ amount: 60 }, credit(20)], 68.9, [86.48, 42.42, -60]],
    ["as much of the card as is needed", [{ amount: 60 }, credit(-20)], 108.9, [99.9, 49, -40]],
  ])(
    "has what stays billed by its own lines and %s, once nothing bills it",
    (_what, credit_lines, amount, amounts) => {
      const { body, lines, notes } = billAnew(credit_lines, amount)

      expect(body.products.map((line) => line.amount)).toEqual(amounts)
      expect(body.products.map(({ tax }) => tax)).toEqual([15, 25, 0])
      expect(body.products.at(-1)).toMatchObject({ name: "Gavekort" })
      expect(lines).toMatchObject([{ gross: "99.90" }, { gross: "49.00" }, {}])
      expect(notes.map(({ code }) => code)).toEqual(["voucher-line"])
    }
  )

  it("has what stays billed by its own lines alone where no card pays", () => {
    const { body, notes } = billAnew([credit(20)], 128.9)

    expect(body.products.map(({ amount }) => amount)).toEqual([86.48, 42.42])
    expect(notes).toEqual([])
  })
})

describe("the bill of an order that nothing bills any more, and of which a part is to come back", () => {
  const returning = {
    ...sampleOrder,
    total: undefined,
    items: [{ ...COFFEE, detail: { return_requested_quantity: 2 } }],
  }
  const billAnew = (amount: number) =>
    buildEInvoiceOrder({
      ...sampleInput,
      kind: "difference",
      amount,
      order: returning,
      billed: [],
    }).body.products

  it("has the lines that the customer keeps, at their own rates", () => {
    expect(billAnew(148.9)).toMatchObject([
      { quantity: 1, tax: 15, amount: 99.9 },
      { quantity: 1, tax: 25, amount: 49 },
    ])
  })

  it("is an adjustment by what is kept at each rate where another payment paid a part", () => {
    expect(billAnew(74.45)).toMatchObject([
      { name: expect.stringContaining("Justering"), tax: 15, amount: 49.95 },
      { name: expect.stringContaining("Justering"), tax: 25, amount: 24.5 },
    ])
  })

  it("is an adjustment by what the order is of where all of it is to come back", () => {
    const { products } = buildEInvoiceOrder({
      ...sampleInput,
      kind: "difference",
      amount: 50,
      order: {
        ...sampleOrder,
        total: undefined,
        shipping_methods: [],
        items: [
          { ...item("Pass", 300, 12), detail: { return_requested_quantity: 1 } },
          { ...item("Tea", 100, 25), detail: { return_requested_quantity: 1 } },
        ],
      },
      billed: [],
    }).body

    expect(products).toMatchObject([
      { tax: 12, amount: 37.5 },
      { tax: 25, amount: 12.5 },
    ])
  })
})

describe("the bill of a difference", () => {
  it.each([
    ["a credit line since", billed, { amount: 60, credit: 60 }, 60],
    [
      "no credit line, of which the lines come to less",
      billed,
      { amount: 130, credit: 60 },
      undefined,
    ],
    ["nothing that bills the order, and a gift card", [], { amount: 418.7, credit: 50 }, 50],
  ])("is of goods as far as they bear %s", (_what, lines, { amount, credit }, discount) => {
    const { products } = buildEInvoiceOrder({
      ...sampleInput,
      kind: "difference",
      amount,
      order: {
        ...sampleOrder,
        total: undefined,
        credit_lines: [{ amount: credit }],
        items: [COFFEE, item("Book", 120, 0)],
      },
      billed: lines,
    }).body

    const book = products.find(({ name }) => name === "Book")
    if (discount === undefined) {
      expect(products.every(({ name }) => name.includes("Justering"))).toBe(true)
    } else {
      expect(products.reduce((sum, one) => sum + Number(one.discount ?? 0), 0)).toBeCloseTo(
        discount
      )
      expect(book).toMatchObject({ tax: 0 })
    }
  })

  it.each(["single-purpose", "multi-purpose"] as const)(
    "is an adjustment where a %s gift card, which its invoice bore already, does not tell why it is less",
    (giftCards) => {
      const settings = { ...sampleInput.settings, giftCards }
      const credit_lines = [{ amount: 100 }]
      const paid = buildEInvoiceOrder({
        ...sampleInput,
        settings,
        order: { ...sampleOrder, total: 248.7, credit_lines },
        amount: 248.7,
      })
      const { products } = buildEInvoiceOrder({
        ...sampleInput,
        settings,
        kind: "difference",
        amount: 60,
        order: {
          ...sampleOrder,
          total: undefined,
          credit_lines,
          items: [COFFEE, item("Book", 120, 0)],
        },
        billed: sentLines({ products: paid.body.products, lines: paid.lines }),
      }).body

      expect(products.map(({ tax }) => tax)).toEqual([0, 15, 25])
      expect(products.every(({ name }) => name.includes("Justering"))).toBe(true)
    }
  )

  it("knows what its goods cost before credit lines lowered them", () => {
    const { body, lines } = buildEInvoiceOrder({
      ...sampleInput,
      kind: "difference",
      amount: 60,
      order: {
        ...sampleOrder,
        total: undefined,
        credit_lines: [{ amount: 60 }],
        items: [COFFEE, item("Book", 120, 0)],
      },
      billed,
    })

    expect(body.products).toMatchObject([{ name: "Book", amount: 60 }])
    expect(lines).toMatchObject([{ gross: "120.00" }])
  })

  it("has the lines that were added, at their own rate", () => {
    const { products, orderSummary } = bill(1249.5, [COFFEE, item("Pass", 1249.5, 12, 3)])

    expect(products).toMatchObject([{ name: "Pass", quantity: 3, tax: 12, amount: 1249.5 }])
    expect(orderSummary).toMatchObject({ totalTax: "133.88", grandTotal: "1249.50" })
  })

  it("has how many more there are of a line", () => {
    const { products } = bill(199.8, [
      { ...COFFEE, quantity: 5, total: 499.5, original_total: 499.5 },
    ])

    expect(products).toMatchObject([{ quantity: 2, rate: 99.9, tax: 15, amount: 199.8 }])
  })

  it("takes what was removed off what was added at the same rate", () => {
    const { products, orderSummary } = bill(100.2, [
      { ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 },
      item("Tea", 200.1, 15),
    ])

    expect(products).toMatchObject([{ name: "Tea", discount: 99.9, tax: 15, amount: 100.2 }])
    expect(orderSummary.grandTotal).toBe("100.20")
  })

  it("takes off all what was removed at another rate", () => {
    const { products, orderSummary } = bill(350.1, [
      { ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 },
      item("Pass", 450, 12),
    ])

    expect(products).toMatchObject([{ name: "Pass", tax: 12, amount: 350.1 }])
    expect(orderSummary.grandTotal).toBe("350.10")
  })

  it("leaves what was removed at another rate to its own invoice where that is still to be credited", () => {
    const { products, orderSummary } = bill(450, [
      { ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 },
      item("Pass", 450, 12),
    ])

    expect(products).toMatchObject([{ name: "Pass", discount: 0, tax: 12, amount: 450 }])
    expect(orderSummary).toMatchObject({ totalTax: "48.21", grandTotal: "450.00" })
  })

  it("leaves to its invoice what was removed beyond what was added at the rate", () => {
    const { products } = bill(450, [
      { ...COFFEE, quantity: 1, total: 99.9, original_total: 99.9 },
      item("Tea", 60, 15),
      item("Pass", 450, 12),
    ])

    expect(products).toMatchObject([{ name: "Pass", discount: 0, tax: 12, amount: 450 }])
  })

  it("leaves out lines of a rate at which more was removed than all of them", () => {
    const { products } = bill(450, [
      { ...COFFEE, quantity: 1, total: 99.9, original_total: 99.9 },
      item("Mint", 60, 15),
      item("Tea", 40.01, 15),
      item("Pass", 450, 12),
    ])

    expect(products).toMatchObject([{ name: "Pass", discount: 0, tax: 12, amount: 450 }])
  })

  const besideWrap = (
    {
      wrap,
      tax = 15,
      amount,
      credit,
    }: { wrap: number; tax?: number; amount: number; credit?: number },
    settings = sampleInput.settings
  ) =>
    buildEInvoiceOrder({
      ...sampleInput,
      settings,
      kind: "difference",
      amount,
      order: {
        ...sampleOrder,
        total: undefined,
        items: [COFFEE, item("Tea", 60, 15), item("Pass", 430, 12)],
        ...(credit !== undefined && { credit_lines: [{ amount: credit }] }),
      },
      billed: [
        ...billed,
        ...sentLines({ products: [{ name: "Gift wrap", quantity: 1, tax, amount: wrap }] }),
      ],
    })

  it.each([
    ["makes up for what was added at its rate", 15, 470, [40, 430]],
    ["is taken off the added lines where none was added at its rate", 25, 470, [57.55, 412.45]],
  ])("is beside what is billed of no item, which %s", (_what, tax, amount, amounts) => {
    const { products } = besideWrap({ wrap: 20, tax, amount }).body

    expect(products).toMatchObject([
      { name: "Pass", tax: 12, amount: amounts[1] },
      { name: "Tea", tax: 15, amount: amounts[0] },
    ])
  })

  it("has no line of a rate at which as much is billed of no item, and the others bear the rest", () => {
    const amounts = ({ wrap, amount }: { wrap: number; amount: number }) =>
      besideWrap({ wrap, amount }).body.products.map(({ name, amount }) => [name, amount])

    expect(amounts({ wrap: 60, amount: 430 })).toEqual([["Pass", 430]])
    expect(amounts({ wrap: 80, amount: 410 })).toEqual([["Pass", 410]])
  })

  it("knows what its goods cost before credit lines, less what is billed of no item", () => {
    const { body, lines } = besideWrap({ wrap: 20, amount: 440, credit: 30 })

    expect(body.products).toMatchObject([
      { name: "Pass", amount: 403.67 },
      { name: "Tea", amount: 36.33 },
    ])
    expect(lines).toMatchObject([{ gross: "430.00" }, { gross: "40.00" }])
  })

  it("has a gift card's own line beside what is billed of no item", () => {
    const { body, lines } = besideWrap(
      { wrap: 20, amount: 410, credit: 60 },
      { ...sampleInput.settings, giftCards: "multi-purpose" }
    )

    expect(body.products.map(({ tax, amount }) => [tax, amount])).toEqual([
      [12, 430],
      [15, 40],
      [0, -60],
    ])
    expect(lines.slice(0, 2)).toMatchObject([{ gross: "430.00" }, { gross: "40.00" }])
  })

  it("is of one piece where only the price was raised", () => {
    const { products } = bill(30, [
      { ...COFFEE, unit_price: 109.9, total: 329.7, original_total: 329.7 },
    ])

    expect(products).toMatchObject([{ quantity: 1, rate: 30, tax: 15, amount: 30 }])
  })

  it.each([
    [250.02, 100, 150, 100, 150.02],
    [249.98, 100, 150, 100, 149.98],
    [250.01, 150, 100, 150.01, 100],
    [200.01, 100, 100, 100.01, 100],
  ])(
    "has an øre a line of Medusa's divisions on the largest line: %p of %p and %p",
    (amount, ...ofLines) => {
      const [one, other, billedOne, billedOther] = ofLines
      const { products } = bill(amount, [COFFEE, item("Mint", one, 15), item("Pass", other, 12)])

      expect(products).toMatchObject([
        { name: "Mint", discount: 0, amount: billedOne },
        { name: "Pass", discount: 0, amount: billedOther },
      ])
    }
  )

  it("has an øre a removed line on it, too", () => {
    const { products } = bill(350.12, [
      { ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 },
      item("Pass", 450, 12),
    ])

    expect(products).toMatchObject([{ name: "Pass", amount: 350.12 }])
  })

  it.each([250.03, 249.97])("is an adjustment beyond that: %p", (amount) => {
    const { products } = bill(amount, [COFFEE, item("Mint", 100, 15), item("Pass", 150, 12)])

    expect(products[0]?.name).toContain("Justering")
  })

  it("is an adjustment where nothing was added, be it of an øre", () => {
    const { products, orderSummary } = bill(0.01, [
      { ...COFFEE, quantity: 2, total: 199.8, original_total: 199.8 },
    ])

    expect(products[0]?.name).toContain("Justering")
    expect(orderSummary.grandTotal).toBe("0.01")
  })

  it("is an adjustment where the lines do not make it", () => {
    const { products, orderSummary } = bill(50, [COFFEE, item("Pass", 450, 12)])

    expect(products.map(({ name }) => name)).toEqual(
      products.map(() => expect.stringContaining("Justering"))
    )
    expect(orderSummary.grandTotal).toBe("50.00")
  })
})
