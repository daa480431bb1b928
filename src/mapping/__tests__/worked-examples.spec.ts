import { buildEInvoiceOrder, type EInvoiceOrderInput, type MappableOrder } from ".."
import { sampleInput, sampleOrder, sampleSettings } from "./sample-order"

type Item = NonNullable<MappableOrder["items"]>[number]

const price = (unitPrice: number, vat: number, more: Partial<Item> = {}): Item => ({
  title: "Thing",
  quantity: 1,
  unit_price: unitPrice,
  is_tax_inclusive: true,
  tax_lines: [{ rate: vat }],
  ...more,
})

const shipping = (amount: number, vat: number, isTaxInclusive = true) => ({
  name: "Post",
  amount,
  is_tax_inclusive: isTaxInclusive,
  tax_lines: [{ rate: vat }],
})

function map(
  order: Pick<MappableOrder, "items" | "shipping_methods" | "credit_lines">,
  amount: number,
  more: Partial<EInvoiceOrderInput> = {}
) {
  const { billing_address, email } = sampleOrder
  return buildEInvoiceOrder({
    ...sampleInput,
    order: { billing_address, email, ...order },
    amount,
    ...more,
  }).body
}

describe("the examples of docs/internals/lines-and-totals.md", () => {
  it("1: one line with tax inside", () => {
    const { products, orderSummary } = map({ items: [price(4500, 12)] }, 4500)

    expect(products).toEqual([
      {
        name: "Thing",
        quantity: 1,
        rate: 4500,
        discount: 0,
        tax: 12,
        amount: 4500,
      },
    ])
    expect(orderSummary).toEqual({
      subTotal: "4017.86",
      totalTax: "482.14",
      totalDiscount: "0.00",
      grandTotal: "4500.00",
    })
  })

  it("2: two VAT rates", () => {
    const { products, orderSummary } = map(
      {
        items: [price(99.9, 15, { quantity: 3 })],
        shipping_methods: [shipping(49, 25)],
      },
      348.7
    )

    expect(products).toMatchObject([
      { quantity: 3, rate: 99.9, amount: 299.7 },
      { quantity: 1, rate: 49, amount: 49 },
    ])
    expect(orderSummary).toEqual({
      subTotal: "299.81",
      totalTax: "48.89",
      totalDiscount: "0.00",
      grandTotal: "348.70",
    })
  })

  it("3: prices without tax", () => {
    const { products, orderSummary } = map(
      {
        items: [price(99.9, 25, { quantity: 3, is_tax_inclusive: false })],
        shipping_methods: [shipping(49, 25, false)],
      },
      435.875
    )

    expect(products).toMatchObject([
      { quantity: 3, rate: 124.875, discount: 0, amount: 374.63 },
      { quantity: 1, rate: 61.25, discount: 0, amount: 61.25 },
    ])
    expect(orderSummary).toEqual({
      subTotal: "348.70",
      totalTax: "87.18",
      totalDiscount: "0.00",
      grandTotal: "435.88",
    })
  })

  const tenPercentOff = {
    items: [1, 2, 3].map(() =>
      price(33.35, 25, {
        adjustments: [{ amount: 3.335, is_tax_inclusive: true }],
      })
    ),
  }
  const tenPercentOffSummary = {
    subTotal: "80.04",
    totalTax: "18.01",
    totalDiscount: "8.00",
    grandTotal: "90.05",
  }

  it("4: ten percent off three equal lines", () => {
    const { products, orderSummary } = map(tenPercentOff, 90.045)

    expect(products).toMatchObject([
      { rate: 33.35, discount: 3.33, amount: 30.02 },
      { rate: 33.35, discount: 3.33, amount: 30.02 },
      { rate: 33.35, discount: 3.34, amount: 30.01 },
    ])
    expect(orderSummary).toEqual(tenPercentOffSummary)
    expect(
      map(tenPercentOff, 90.045, {
        settings: { ...sampleSettings, totalDiscount: "sum-of-lines" },
      }).orderSummary
    ).toEqual({
      subTotal: "80.04",
      totalTax: "20.01",
      totalDiscount: "10.00",
      grandTotal: "90.05",
    })
  })

  it("5: the same with tax-exclusive lines", () => {
    const { products, orderSummary } = map(tenPercentOff, 90.045, {
      settings: { ...sampleSettings, amounts: "tax-exclusive" },
    })

    expect(products).toMatchObject([
      { rate: 26.68, discount: 2.67, amount: 30.02 },
      { rate: 26.68, discount: 2.66, amount: 30.02 },
      { rate: 26.68, discount: 2.67, amount: 30.01 },
    ])
    expect(orderSummary).toEqual(tenPercentOffSummary)
    expect(
      map(tenPercentOff, 90.045, {
        settings: {
          ...sampleSettings,
          amounts: "tax-exclusive",
          totalDiscount: "sum-of-lines",
        },
      }).orderSummary
    ).toEqual(tenPercentOffSummary)
  })

  it("6: a gift card of 100", () => {
    const { products, orderSummary } = map(
      {
        items: [price(300, 25), price(100, 15)],
        credit_lines: [{ amount: 100 }],
      },
      300
    )

    expect(products).toMatchObject([
      { rate: 300, discount: 75, amount: 225 },
      { rate: 100, discount: 25, amount: 75 },
    ])
    expect(orderSummary).toEqual({
      subTotal: "326.96",
      totalTax: "54.78",
      totalDiscount: "81.74",
      grandTotal: "300.00",
    })
  })

  it("6: the same gift card, valid for anything", () => {
    const { products, orderSummary } = map(
      {
        items: [price(300, 25), price(100, 15)],
        credit_lines: [{ amount: 100 }],
      },
      300,
      { settings: { ...sampleSettings, giftCards: "multi-purpose" } }
    )

    expect(products).toEqual([
      { name: "Thing", quantity: 1, rate: 300, discount: 0, tax: 25, amount: 300 },
      { name: "Thing", quantity: 1, rate: 100, discount: 0, tax: 15, amount: 100 },
      { name: "Gavekort", quantity: 1, rate: 0, discount: 100, tax: 0, amount: -100 },
    ])
    expect(orderSummary).toEqual({
      subTotal: "326.96",
      totalTax: "73.04",
      totalDiscount: "100.00",
      grandTotal: "300.00",
    })
  })

  it("spreads what a refund credited, and a negative line, also where gift cards pay", () => {
    const { products } = map(
      {
        items: [price(300, 25), price(100, 15), price(-40, 25)],
        credit_lines: [
          { amount: 100, metadata: {} },
          { amount: 60, metadata: { created_in_version: 2 } },
        ],
      },
      200,
      { settings: { ...sampleSettings, giftCards: "multi-purpose" } }
    )

    expect(products).toMatchObject([
      { tax: 25, discount: 75, amount: 225 },
      { tax: 15, discount: 25, amount: 75 },
      { tax: 0, discount: 100, amount: -100 },
    ])
  })

  it("7: a fractional quantity", () => {
    const { products } = map(
      { items: [price(89.9, 15, { title: "Cod", quantity: "1.5" })] },
      134.85
    )

    expect(products).toMatchObject([
      { name: "1.5 × Cod", quantity: 1, rate: 134.85, amount: 134.85 },
    ])
  })

  it("8: the difference an order edit made", () => {
    const { products, orderSummary } = buildEInvoiceOrder({
      ...sampleInput,
      amount: 100,
      kind: "difference",
    }).body

    expect(products).toEqual([
      {
        name: "Justering av ordren 1001",
        quantity: 1,
        rate: 85.95,
        discount: 0,
        tax: 15,
        amount: 85.95,
      },
      {
        name: "Justering av ordren 1001",
        quantity: 1,
        rate: 14.05,
        discount: 0,
        tax: 25,
        amount: 14.05,
      },
    ])
    expect(orderSummary.grandTotal).toBe("100.00")
  })
})

describe("less usual orders", () => {
  it("gives a difference one line where the order has one VAT rate", () => {
    const { products } = map({ items: [price(80, 25), price(20, 25)] }, 12.345, {
      kind: "difference",
      shopper: { ...sampleInput.shopper, language: "en" },
    })

    expect(products).toMatchObject([{ name: "Adjustment of the order", tax: 25, amount: 12.35 }])
  })

  it("shares a difference out by what the order charges, without its negative lines", () => {
    const items = [price(90, 15), price(10, 25), price(-10, 25)]
    const { products } = map({ items }, 50, { kind: "difference" })

    expect(products).toMatchObject([
      { tax: 15, amount: 45 },
      { tax: 25, amount: 5 },
    ])
  })

  it("counts what is free of VAT in the shares of a difference", () => {
    const items = [price(60, 0), price(40, 25)]
    const { products } = map({ items }, 50, { kind: "difference" })

    expect(products).toMatchObject([
      { tax: 0, amount: 30 },
      { tax: 25, amount: 20 },
    ])
  })

  it("leaves a VAT rate out of a difference where the order charges nothing at it", () => {
    const items = [price(80, 25), price(0, 15)]
    const { products } = map({ items }, 50, { kind: "difference" })

    expect(products).toMatchObject([{ tax: 25, amount: 50 }])
  })

  it("gives a difference the VAT of an order that costs nothing", () => {
    const { products } = map({ items: [price(0, 25)] }, 50, { kind: "difference" })

    expect(products).toMatchObject([{ tax: 25, amount: 50 }])
  })

  it("gives a difference a line without VAT where nothing is left of the order", () => {
    const { products } = map({ items: [] }, 50, { kind: "difference" })

    expect(products).toMatchObject([{ tax: 0, amount: 50 }])
  })

  it("keeps lines that cost nothing, and leaves out lines of which nothing is sold", () => {
    const { products } = map(
      {
        items: [
          price(10, 25, { title: "Paid" }),
          price(0, 25, { title: "Gift", quantity: 2 }),
          price(10, 25, { title: "Removed", quantity: 0 }),
        ],
      },
      10
    )

    expect(products).toMatchObject([
      { name: "Paid", amount: 10 },
      { name: "Gift", quantity: 2, rate: 0, amount: 0 },
    ])
  })

  it("spreads a line with a negative price over the others", () => {
    const { products } = map({ items: [price(80, 25), price(20, 25), price(-10, 25)] }, 90)

    expect(products).toMatchObject([
      { rate: 80, discount: 8, amount: 72 },
      { rate: 20, discount: 2, amount: 18 },
    ])
  })

  it("shows what credit lines add as an adjustment line per VAT rate", () => {
    const { products } = map(
      {
        items: [price(80, 25), price(20, 15)],
        credit_lines: [{ amount: -10 }],
      },
      110
    )

    expect(products).toMatchObject([
      { tax: 25, amount: 80 },
      { tax: 15, amount: 20 },
      { name: "Justering av ordren", tax: 25, amount: 8 },
      { name: "Justering av ordren", tax: 15, amount: 2 },
    ])
  })

  it.each([0.01, -0.01])(
    "takes no notice of credit lines that Medusa's totals take none of: %d",
    (amount) => {
      const { products } = map({ items: [price(80, 25)], credit_lines: [{ amount }] }, 80)

      expect(products).toMatchObject([{ discount: 0, amount: 80 }])
    }
  )

  it("shows no discount where rounding alone takes a part of an øre off a line", () => {
    const { products } = map({ items: Array.from({ length: 3 }, () => price(10.005, 25)) }, 30.02)

    expect(products).toMatchObject([
      { discount: 0, amount: 10.01 },
      { discount: 0, amount: 10.01 },
      { discount: 0, amount: 10 },
    ])
  })

  it("shows no discount where rounding adds more to a line than its promotion takes off", () => {
    const adjustments = [{ amount: 0.001, is_tax_inclusive: true }]
    const item = price(10.004, 25, { adjustments })
    const { products } = map({ items: [item, item] }, 20.01)

    expect(products).toMatchObject([
      { discount: 0, amount: 10.01 },
      { discount: 0, amount: 10 },
    ])
  })

  it("adds several tax lines up to one rate", () => {
    const { products, orderSummary } = map(
      { items: [price(120, 15, { tax_lines: [{ rate: 15 }, { rate: 5 }] })] },
      120
    )

    expect(products).toMatchObject([{ tax: 20 }])
    expect(orderSummary.totalTax).toBe("20.00")
  })

  it.each<[string, Item["detail"]]>([
    ["received", { return_received_quantity: 2 }],
    ["received or dismissed", { return_received_quantity: 1, return_dismissed_quantity: 1 }],
    ["received, as its raw quantity says", { raw_return_received_quantity: { value: "2" } }],
  ])("counts only what was not returned: %s", (_how, detail) => {
    const adjustments = [{ amount: 4, is_tax_inclusive: true }]
    const { products } = map({ items: [price(10, 25, { quantity: 4, detail, adjustments })] }, 18)

    expect(products).toMatchObject([{ quantity: 2, rate: 10, discount: 2, amount: 18 }])
  })

  it("keeps a line that is discounted to nothing, where Medusa's total is a trifle below it", () => {
    const free = price(10, 25, { title: "Free", total: -0.00001, original_total: 10 })
    const { products } = map({ items: [price(80, 25), free] }, 80)

    expect(products).toMatchObject([
      { amount: 80, discount: 0 },
      { name: "Free", amount: 0, discount: 10 },
    ])
  })

  it("counts the raw rate of a tax line before the rounded one", () => {
    const tax_lines = [{ rate: 11, raw_rate: { value: "11.11" } }]
    const { products } = map({ items: [price(80, 0, { tax_lines })] }, 80)

    expect(products).toMatchObject([{ tax: 11.11 }])
  })

  it.each<[string, MappableOrder["credit_lines"], number, string[]]>([
    ["no credit", [], 348.7, []],
    ["a gift card", [{ amount: 100 }], 248.7, ["credit-spread"]],
    ["an adjustment", [{ amount: -100 }], 448.7, []],
  ])("notes whether credit was spread over the lines: %s", (_what, credit_lines, total, codes) => {
    const order = { ...sampleOrder, total, credit_lines }
    const { notes } = buildEInvoiceOrder({ ...sampleInput, order, amount: total })
    const { notes: ofVoucher } = buildEInvoiceOrder({
      ...sampleInput,
      order,
      amount: total,
      settings: { ...sampleSettings, giftCards: "multi-purpose" },
    })

    expect(notes.map(({ code }) => code)).toEqual(codes)
    expect(ofVoucher.map(({ code }) => code)).toEqual(
      codes.map((code) => (code === "credit-spread" ? "voucher-line" : code))
    )
  })

  it("lists the lines in the order of their ids, whatever order Query returns", () => {
    const items = ["c", "a", "b"].map((id) => price(10, 25, { id, title: id }))

    expect(map({ items }, 30).products.map(({ name }) => name)).toEqual(["a", "b", "c"])
  })

  it("takes the unrounded value of an amount where Medusa gives both", () => {
    const { products } = map(
      {
        items: [
          price(10, 25, {
            unit_price: 10,
            raw_unit_price: { value: "10.005", precision: 20 },
            quantity: 2,
          }),
        ],
      },
      20.01
    )

    expect(products).toMatchObject([{ rate: 10.005, amount: 20.01 }])
  })
})

describe("what cannot be invoiced", () => {
  const refusal = (input: EInvoiceOrderInput) => () => buildEInvoiceOrder(input)

  it.each([0, "0.004", -1])("refuses an amount of %s", (amount) => {
    expect(refusal({ ...sampleInput, amount })).toThrow(
      expect.objectContaining({
        name: "MappingError",
        field: "amount",
        message: "There is nothing to invoice.",
      })
    )
  })

  it.each([348.71, 348.69, 100])("refuses an amount of %s for an order of 348.70", (amount) => {
    expect(refusal({ ...sampleInput, amount })).toThrow(
      expect.objectContaining({
        field: "amount",
        message:
          "The order has changed since this payment was chosen. Please choose the payment again.",
      })
    )
  })

  it("takes an amount that was rounded before", () => {
    expect(() =>
      map({ items: [price(99.9, 25, { is_tax_inclusive: false })] }, 124.88)
    ).not.toThrow()
  })

  it.each([400, 348.71, 348.69, 300])("refuses an order of %d whose lines are 348.70", (total) => {
    const order = { ...sampleOrder, total }

    expect(refusal({ ...sampleInput, order, amount: total })).toThrow(
      expect.objectContaining({ field: "total" })
    )
  })

  it("refuses an amount that is none", () => {
    expect(refusal({ ...sampleInput, amount: "a lot" })).toThrow(
      expect.objectContaining({ field: "amount" })
    )
  })

  it("names what cannot be read of an order", () => {
    const order = { ...sampleOrder, items: [price(10, 25, { quantity: "x" })] }

    expect(refusal({ ...sampleInput, order })).toThrow(
      expect.objectContaining({ field: "items.0.quantity" })
    )
  })

  it.each([
    ["tax rate", price(10, -5), "tax_lines"],
    ["quantity", price(-10, 25, { quantity: -1 }), "quantity"],
  ])("refuses a negative %s", (_, item, field) => {
    const order = { ...sampleOrder, items: [item] }

    expect(refusal({ ...sampleInput, order })).toThrow(expect.objectContaining({ field }))
  })

  it.each(["eur", "EUR"])("refuses the currency %s", (currencyCode) => {
    expect(refusal({ ...sampleInput, currencyCode })).toThrow(
      expect.objectContaining({
        field: "currency_code",
        message: "Payment by invoice is offered in NOK only.",
      })
    )
  })

  it("takes a currency that the account bills in, in either case", () => {
    const { products } = buildEInvoiceOrder({
      ...sampleInput,
      currencyCode: "SEK",
      settings: { ...sampleSettings, currencies: ["nok", "sek"] },
    }).body

    expect(products).toHaveLength(2)
  })
})
