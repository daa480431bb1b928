import { MappingError, type MappableOrder } from ".."
import { readOrder } from "../read-order"
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

function wrongAdjustment() {
  return { adjustments: [{ amount: "ten" }] }
}

function wrongDetail() {
  return { detail: { return_received_quantity: "one" } }
}
