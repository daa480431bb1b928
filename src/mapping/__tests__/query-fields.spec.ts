import { buildEInvoiceOrder, cartFields, orderFields } from ".."
import { sampleInput, sampleOrder } from "./sample-order"

const fullOrder = {
  ...sampleOrder,
  custom_display_id: "2026-1",
  locale: "sv-SE",
  raw_total: { value: "338.705", precision: 20 },
  shipping_address: { first_name: "Ola", phone: "41000000" },
  customer: { company_name: "Fjord AS", email: "fjord@example.com" },
  credit_lines: [{ amount: 10, raw_amount: { value: "10.005" } }],
  items: sampleOrder.items?.map((item) => ({
    ...item,
    quantity: 4,
    raw_total: { value: "299.71", precision: 20 },
    raw_original_total: { value: "299.71", precision: 20 },
    detail: { return_received_quantity: 1 },
    metadata: { secret: true },
  })),
}

/** What Query returns of `value` when it is asked for `fields`. */
function pruned(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => pruned(entry, fields))
  }
  if (value === null || typeof value !== "object") {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      const below = fields
        .filter((field) => field.startsWith(`${key}.`))
        .map((field) => field.slice(key.length + 1))
      if (below.length > 0) {
        return [[key, pruned(part, below)]]
      }
      return fields.includes(key) ? [[key, part]] : []
    })
  )
}

describe("the fields to ask Query for", () => {
  const amount = 338.705
  const map = (order: unknown) =>
    buildEInvoiceOrder({
      ...sampleInput,
      amount,
      order: order as typeof sampleOrder,
    })

  it("are all that the mapping of an order reads", () => {
    expect(map(pruned(fullOrder, orderFields))).toEqual(map(fullOrder))
  })

  it("are all that the mapping of a cart reads", () => {
    const {
      display_id: _,
      custom_display_id: __,
      ...cart
    } = { ...fullOrder, items: sampleOrder.items, raw_total: null, total: null }
    const input = { ...cart, credit_lines: [] }
    const build = (order: unknown) =>
      buildEInvoiceOrder({
        ...sampleInput,
        kind: "cart",
        order: order as typeof sampleOrder,
      })

    expect(build(pruned(input, cartFields))).toEqual(build(input))
  })

  it("leave the rest of the order alone", () => {
    expect(pruned(fullOrder, orderFields)).not.toHaveProperty("items.0.metadata")
    expect([...orderFields, ...cartFields].join()).not.toContain("*")
  })

  it.each([
    ["order", orderFields],
    ["cart", cartFields],
  ])("of an %s name none twice", (_, fields) => {
    expect(new Set(fields).size).toBe(fields.length)
  })
})
