import { MappingError, type MappableOrder } from ".."
import { EXACT_ONE, isListedTwice, readOrder, sourceLines } from "../read-order"
import { sampleOrder } from "./sample-order"

const reading = (order: unknown) => () => readOrder(order as MappableOrder)

const fieldRefused = (order: unknown): string | undefined => {
  try {
    readOrder(order as MappableOrder)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(MappingError)
    return (error as MappingError).field
  }
}

describe("an order of Medusa", () => {
  it("is read with nothing but an empty record", () => {
    expect(readOrder({})).toMatchObject({
      items: [],
      shippingMethods: [],
      credits: [],
    })
  })

  it("may hold null wherever there is nothing", () => {
    const nothing = Object.fromEntries(Object.keys(sampleOrder).map((field) => [field, null]))

    expect(readOrder(nothing)).toEqual(readOrder({}))
  })

  it("counts the raw amount before the rounded one", () => {
    const { total } = readOrder({
      total: 10.01,
      raw_total: { value: "10.005", precision: 20 },
    })

    expect(total).toBe(100_050_000_000n)
  })

  const raw = (value: number) => ({ value: String(value), precision: 20 })
  const exact = (value: number) => BigInt(value) * EXACT_ONE

  it("counts the raw numbers of an item before the rounded ones", () => {
    const { items } = readOrder({
      items: [
        {
          quantity: 90,
          raw_quantity: raw(10),
          unit_price: 90,
          raw_unit_price: raw(4),
          is_tax_inclusive: true,
          tax_lines: [{ rate: 90, raw_rate: raw(25) }],
          adjustments: [{ amount: 90, raw_amount: raw(5) }],
          detail: {
            return_received_quantity: 90,
            raw_return_received_quantity: raw(1),
            return_dismissed_quantity: 90,
            raw_return_dismissed_quantity: raw(2),
            return_requested_quantity: 90,
            raw_return_requested_quantity: raw(3),
          },
        },
        { total: 90, raw_total: raw(7), original_total: 90, raw_original_total: raw(8) },
      ],
    })

    expect(items).toMatchObject([
      {
        quantity: exact(7),
        returned: exact(3),
        requested: exact(3),
        vatRate: exact(25),
        beforeDiscount: exact(28),
        // An adjustment without a mark has no tax yet: 5 and 25 %, of 7 in 10.
        gross: 236_250_000_000n,
      },
      { gross: exact(7), beforeDiscount: exact(8) },
    ])
  })

  it.each([
    [{ product_title: "Coffee", title: "250 g" }, "Coffee"],
    [{ title: "Coffee" }, "Coffee"],
    [{ title: "Coffee", variant_title: "250 g" }, "Coffee, 250 g"],
  ])("names an item of %j", (item, name) => {
    expect(readOrder({ items: [item] }).items).toMatchObject([{ name }])
  })

  it.each([
    [{ variant_sku: "SKU", variant_id: "variant", product_id: "product" }, "SKU"],
    [{ variant_id: "variant", product_id: "product" }, "variant"],
    [{ product_id: "product" }, "product"],
    [{}, undefined],
  ])("takes the product id of %j", (item, productId) => {
    expect(readOrder({ items: [item] }).items[0]?.productId).toBe(productId)
  })

  it("tells what a later change of the order credited from what the cart was paid by", () => {
    const credits = [
      { amount: 90, raw_amount: raw(1), metadata: null },
      { amount: 2, metadata: { created_in_version: 3 } },
      { amount: 3, metadata: { created_in_version: "3" } },
      { amount: 4, metadata: {} },
    ]

    expect(readOrder({ credit_lines: credits }).credits).toEqual([
      { amount: exact(1), isFromCart: true },
      { amount: exact(2), isFromCart: false },
      { amount: exact(3), isFromCart: false },
      { amount: exact(4), isFromCart: true },
    ])
  })

  it.each([undefined, null, "order", []])("is not %p", (order) => {
    expect(reading(order)).toThrow(MappingError)
    expect(fieldRefused(order)).toBe("order")
  })

  it.each<[string, object]>([
    ["id", { id: 7 }],
    ["email", { email: {} }],
    ["display_id", { display_id: NaN }],
    ["display_id", { custom_display_id: "A1", display_id: true }],
    ["total", { total: "a lot" }],
    ["total", { total: true }],
    ["total", { raw_total: { value: "x" }, total: 7 }],
    ["items", { items: {} }],
    ["items.0", { items: [null] }],
    ["items.1.title", { items: [{}, { title: 7, product_title: "Cod" }] }],
    ["items.0.quantity", { items: [{ quantity: [] }] }],
    ["items.0.is_tax_inclusive", { items: [{ is_tax_inclusive: 1 }] }],
    ["items.0.tax_lines.1", { items: [{ tax_lines: [{}, 25] }] }],
    ["items.0.tax_lines.0.rate", { items: [{ tax_lines: [{ rate: {} }] }] }],
    ["items.0.adjustments.0.amount", { items: [wrongAdjustment()] }],
    ["items.0.detail", { items: [{ detail: "none" }] }],
    ["items.0.detail.return_received_quantity", { items: [wrongDetail()] }],
    ["shipping_methods.0.amount", { shipping_methods: [{ amount: "" }] }],
    ["credit_lines.0.amount", { credit_lines: [{ amount: Infinity }] }],
    ["billing_address", { billing_address: [] }],
    ["billing_address.city", { billing_address: { city: 7 } }],
    ["customer.phone", { customer: { phone: 40_000_000 } }],
  ])("is refused for %s where that is not Medusa's", (field, order) => {
    expect(fieldRefused(order)).toBe(field)
  })
})

describe("the lines of an order", () => {
  const linesOf = (order: MappableOrder) => () => sourceLines(readOrder(order))

  it.each(["items", "shipping_methods"] as const)(
    "are not known where Medusa lists one of its %s twice",
    (lines) => {
      const order = { ...sampleOrder, [lines]: sampleOrder[lines]?.flatMap((one) => [one, one]) }

      expect(linesOf(order)).toThrow(expect.objectContaining({ field: "items" }))
      expect(isListedTwice(order[lines] ?? [])).toBe(true)
    }
  )

  it("may have none of their ids, as where these were not read", () => {
    const items = [{ quantity: 1 }, { id: null, quantity: 1 }]

    expect(linesOf({ items })()).toHaveLength(2)
    expect(isListedTwice(items)).toBe(false)
  })
})

function wrongAdjustment() {
  return { adjustments: [{ amount: "ten" }] }
}

function wrongDetail() {
  return { detail: { return_received_quantity: "one" } }
}
