import { buildEInvoiceOrder, type MappableOrder } from "../../../mapping"
import { parseEInvoiceOptions } from "../../../options"
import { isStillWhatWasSent } from "../earlier-attempts"

const options = parseEInvoiceOptions({
  baseUrl: "https://api.example.com",
  token: "t",
  callbackBaseUrl: "https://shop.example.com",
  encryptionKey: Buffer.alloc(32, 1).toString("base64"),
  personalNumber: { acceptSynthetic: true },
})

const line = (title: string, sku: string, unit_price: number) => ({
  id: sku,
  title,
  variant_sku: sku,
  quantity: 1,
  unit_price,
  is_tax_inclusive: true,
  total: unit_price,
  tax_lines: [{ rate: 25 }],
  adjustments: [],
})

const order = (...items: ReturnType<typeof line>[]): MappableOrder => ({
  id: "order_1",
  display_id: 1,
  email: "kari@example.com",
  total: items.reduce((sum, { total }) => sum + total, 0),
  items,
  shipping_methods: [],
  credit_lines: [],
  billing_address: {
    first_name: "Kari",
    last_name: "Nordmann",
    address_1: "Storgata 1",
    postal_code: "0155",
    city: "Oslo",
    country_code: "no",
  },
})

const mug = line("Mug", "MUG", 149)
const socks = line("Socks", "SOCKS", 119.9)

const session = {
  id: "payses_1",
  amount: 268.9,
  currencyCode: "nok",
  data: {},
  collectionId: "paycol_1",
  orderId: "order_1",
  order: undefined,
  cartId: "cart_1",
}

const sentFor = (bought: MappableOrder) => {
  const { body } = buildEInvoiceOrder({
    order: bought,
    kind: "order",
    amount: session.amount,
    currencyCode: "nok",
    shopper: { personalNumber: "17819010188", phone: "+4741000000" },
    settings: options,
    callbackUrl: "https://shop.example.com/hooks/e-invoice/t",
    orderDate: new Date(),
  })
  return { sent_request: { ...body, orderDate: "1" } }
}

const isStill = (now: MappableOrder) =>
  isStillWhatWasSent(
    sentFor(order(mug, socks)),
    { session, purchase: { kind: "order", order: now } },
    options
  )

describe("isStillWhatWasSent", () => {
  it("holds for the same lines, in whatever order the database gives them", () => {
    expect(isStill(order(mug, socks))).toBe(true)
    expect(isStill(order(socks, mug))).toBe(true)
  })

  it("does not hold when a line was replaced by another of the same price", () => {
    expect(isStill(order(mug, line("Scarf", "SCARF", 119.9)))).toBe(false)
  })

  it("does not hold when lines add up to the same by other amounts", () => {
    expect(isStill(order(line("Mug", "MUG", 148), line("Socks", "SOCKS", 120.9)))).toBe(false)
  })

  it("does not hold when no invoice could be made of the order now", () => {
    expect(isStill({ ...order(mug, socks), billing_address: null })).toBe(false)
    expect(isStill(order(mug))).toBe(false)
  })

  it("does not hold when it is not known what was sent", () => {
    expect(
      isStillWhatWasSent(
        { sent_request: null },
        { session, purchase: { kind: "order", order: order(mug, socks) } },
        options
      )
    ).toBe(false)
  })
})
