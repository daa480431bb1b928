import { buildEInvoiceOrder, type EInvoiceOrderInput } from ".."
import { catalogue } from "../../connect"
import {
  sampleInput,
  sampleOrder,
  SYNTHETIC_NUMBER,
  withOrder,
  withSettings,
  withShopper,
} from "./sample-order"

const body = (input: EInvoiceOrderInput = sampleInput) => buildEInvoiceOrder(input).body

const customer = (input?: EInvoiceOrderInput) => body(input).customerDetails

const refusal = (input: EInvoiceOrderInput) => {
  try {
    buildEInvoiceOrder(input)
  } catch (error) {
    return error
  }
  return undefined
}

const [coffee] = sampleOrder.items ?? []
const billing = sampleOrder.billing_address

const withCoffee = (changes: Partial<NonNullable<typeof coffee>>) =>
  withOrder({ items: [{ ...coffee, ...changes }] })

const withBilling = (changes: Partial<NonNullable<typeof billing>>) =>
  withOrder({ billing_address: { ...billing, ...changes } })

/** One test, or more, for each row of the specification's table "Create e-invoice order: request body". */
describe("the request body", () => {
  it("keeps every field rule of the service", () => {
    expect(catalogue["orders.create-e-invoice"].body.safeParse(body()).error).toBeUndefined()
  })

  it("products: one line per item, then one per shipping method", () => {
    expect(body().products).toEqual([
      {
        name: "Harbour coffee, 250 g",
        productId: "COFFEE-250",
        quantity: 3,
        rate: 99.9,
        discount: 0,
        tax: 15,
        amount: 299.7,
      },
      {
        name: "Post",
        quantity: 1,
        rate: 49,
        discount: 0,
        tax: 25,
        amount: 49,
      },
    ])
  })

  it("products[].name: the variant is left out where it has no name of its own", () => {
    expect(body(withCoffee({ variant_title: "Default variant" }))).toMatchObject({
      products: [{ name: "Harbour coffee" }, { name: "Post" }],
    })
  })

  it("products[].productId: the SKU, or the end of an id where there is none; left out for shipping", () => {
    const withoutSku = body(withCoffee({ variant_sku: null }))

    expect(body().products[0]).toHaveProperty("productId", "COFFEE-250")
    expect(withoutSku.products[0]).toHaveProperty("productId", "1JD0000000000000000000000")
    expect(body().products[1]).not.toHaveProperty("productId")
  })

  it("products[].quantity: whole as it is, fractional as 1 with the quantity in the name", () => {
    const fractional = body({
      ...withOrder({
        items: [
          {
            ...coffee,
            quantity: "0.5",
            total: 49.95,
            original_total: 49.95,
          },
        ],
        total: 98.95,
      }),
      amount: 98.95,
    })

    expect(body().products[0]).toHaveProperty("quantity", 3)
    expect(fractional.products[0]).toMatchObject({
      name: "0.5 × Harbour coffee, 250 g",
      quantity: 1,
      rate: 49.95,
      amount: 49.95,
    })
  })

  it.each([
    ["tax-inclusive", 99.9],
    ["tax-exclusive", 86.87],
  ] as const)("products[].rate: %s, %d", (amounts, rate) => {
    expect(body(withSettings({ amounts })).products[0]).toHaveProperty("rate", rate)
  })

  it.each<[string, number, number[], number, EInvoiceOrderInput["settings"]["amounts"]]>([
    ["with as few decimals as give the amount", 3_000, [100], 0.033333, "tax-inclusive"],
    ["of the exact price", 7, [100.006], 14.287, "tax-inclusive"],
    [
      "of the charged price where the exact one gives an øre more",
      3,
      [100.006, 100.006, 100.006],
      33.333,
      "tax-inclusive",
    ],
    ["of the exact price without tax", 7, [100.03], 11.432, "tax-exclusive"],
  ])("products[].rate: %s, of %p pieces", (_what, quantity, totals, rate, amounts) => {
    const { products } = body({
      ...withSettings({ amounts }),
      amount: Number(totals.reduce((one, other) => one + other).toFixed(2)),
      order: {
        ...sampleOrder,
        total: undefined,
        shipping_methods: [],
        items: totals.map((total, index) => ({
          ...coffee,
          id: `ordli_${index}`,
          quantity,
          unit_price: total / quantity,
          total,
          original_total: total,
          tax_lines: [{ rate: 25 }],
        })),
      },
    })

    expect(products.at(-1)).toHaveProperty("rate", rate)
  })

  it("products[].discount: 0 without promotion, else what the line's promotions take off", () => {
    const promoted = body({
      ...withCoffee({ total: 269.73 }),
      amount: 318.73,
      order: {
        ...sampleOrder,
        total: 318.73,
        items: [{ ...coffee, total: 269.73 }],
      },
    })

    expect(body().products[0]).toHaveProperty("discount", 0)
    expect(promoted.products[0]).toMatchObject({
      rate: 99.9,
      discount: 29.97,
      amount: 269.73,
    })
  })

  it("products[].tax: the line's tax rate in percent", () => {
    expect(body().products.map(({ tax }) => tax)).toEqual([15, 25])
    expect(body(withCoffee({ tax_lines: null })).products.map(({ tax }) => tax)).toEqual([0, 25])
  })

  it("products[].tax: a rate that not every account takes is sent, and noted", () => {
    const { body, notes } = buildEInvoiceOrder(withCoffee({ tax_lines: [{ rate: 11.11 }] }))

    expect(body.products[0]).toHaveProperty("tax", 11.11)
    expect(notes).toEqual([
      expect.objectContaining({
        code: "vat-rate",
        message: expect.stringContaining("11.11 %"),
      }),
    ])
  })

  it("products[].amount: with tax in both readings", () => {
    const amounts = (input: EInvoiceOrderInput) => body(input).products.map(({ amount }) => amount)

    expect(amounts(withSettings({ amounts: "tax-inclusive" }))).toEqual([299.7, 49])
    expect(amounts(withSettings({ amounts: "tax-exclusive" }))).toEqual([299.7, 49])
  })

  it("orderSummary: all four totals, as strings with two decimals", () => {
    expect(Object.keys(body().orderSummary)).toEqual([
      "subTotal",
      "totalTax",
      "totalDiscount",
      "grandTotal",
    ])
  })

  it("orderSummary.subTotal: before tax and discount", () => {
    expect(body().orderSummary.subTotal).toBe("299.81")
  })

  it("orderSummary.totalTax: of all lines", () => {
    expect(body().orderSummary.totalTax).toBe("48.89")
  })

  it("orderSummary.totalDiscount: 0.00 without discount", () => {
    expect(body().orderSummary.totalDiscount).toBe("0.00")
  })

  it("orderSummary.grandTotal: what the payment session charges", () => {
    expect(body().orderSummary.grandTotal).toBe("348.70")
  })

  it("the totals are also given in øre, for those who compute further", () => {
    expect(buildEInvoiceOrder(sampleInput).totals).toEqual({
      subTotalOre: 29_981n,
      totalTaxOre: 4_889n,
      totalDiscountOre: 0n,
      grandTotalOre: 34_870n,
    })
  })

  it("orderDate: whole unix seconds, as a string", () => {
    expect(body().orderDate).toBe("1795262400")
    expect(refusal({ ...sampleInput, orderDate: new Date("never") })).toHaveProperty(
      "field",
      "order_date"
    )
  })

  it("customerDetails: the fields of the specification and no other", () => {
    expect(Object.keys(customer()).sort()).toEqual([
      "address",
      "countryCode",
      "email",
      "msisdn",
      "name",
      "personalNumber",
      "preferredLanguage",
    ])
  })

  it("customerDetails.countryCode: the number's own, or that of the address", () => {
    expect(customer().countryCode).toBe("+47")
    expect(customer(withShopper({ phone: "+46 70 174 06 05" }))).toMatchObject({
      countryCode: "+46",
      msisdn: "701740605",
    })
    expect(customer(withBilling({ country_code: "se", phone: "070 174 06 05" }))).toMatchObject({
      countryCode: "+46",
      msisdn: "701740605",
    })
  })

  it("customerDetails.msisdn: digits without calling code; the shopper's, else of billing, shipping, customer", () => {
    const elsewhere = withBilling({ phone: null })

    expect(customer().msisdn).toBe("40000000")
    expect(customer(withShopper({ phone: "41 00 00 00" })).msisdn).toBe("41000000")
    expect(
      customer({
        ...elsewhere,
        order: { ...elsewhere.order, shipping_address: { phone: "42000000" } },
      }).msisdn
    ).toBe("42000000")
    expect(
      customer({
        ...elsewhere,
        order: { ...elsewhere.order, customer: { phone: "43000000" } },
      }).msisdn
    ).toBe("43000000")
    expect(refusal(elsewhere)).toMatchObject({ field: "phone" })
  })

  it("customerDetails.msisdn: a number in no known series is sent, and noted", () => {
    const { body, notes } = buildEInvoiceOrder(withShopper({ phone: "10000000" }))

    expect(body.customerDetails.msisdn).toBe("10000000")
    expect(notes.map(({ code }) => code)).toEqual(["phone-not-valid"])
  })

  it("customerDetails.email: the shopper's, else the order's, else the customer's", () => {
    expect(customer().email).toBe("kari@example.com")
    expect(customer(withShopper({ email: " ola@example.com " })).email).toBe("ola@example.com")
    expect(customer(withOrder({ email: null, customer: { email: "per@example.com" } })).email).toBe(
      "per@example.com"
    )
  })

  it.each([null, "kari", "kari@"])("customerDetails.email: %p is refused", (email) => {
    expect(refusal(withOrder({ email }))).toMatchObject({
      field: "email",
      message: expect.stringContaining("e-mail address"),
    })
  })

  it("customerDetails.name: of billing, shipping or customer; a company where no person is named", () => {
    const nameless = { ...billing, first_name: null, last_name: " " }
    const name = (changes: Parameters<typeof withOrder>[0]) =>
      customer(withOrder({ billing_address: nameless, ...changes })).name

    expect(customer().name).toBe("Kari Nordmann")
    expect(customer(withShopper({ name: "Kari N. Nordmann" })).name).toBe("Kari N. Nordmann")
    expect(name({ shipping_address: { first_name: "Ola", last_name: "Nordmann" } })).toBe(
      "Ola Nordmann"
    )
    expect(name({ customer: { last_name: "Hansen" } })).toBe("Hansen")
    expect(name({ customer: { first_name: "Eva", last_name: "Hansen" } })).toBe("Eva Hansen")
    expect(
      name({
        billing_address: { ...nameless, company: "Fjord AS" },
        shipping_address: { company: "Harbour AS" },
        customer: { company_name: "Other AS" },
      })
    ).toBe("Fjord AS")
    const toCompany = { ...nameless, company: "Fjord AS" }
    expect(name({ billing_address: null, shipping_address: toCompany })).toBe("Fjord AS")
    expect(name({ customer: { company_name: "Other AS" } })).toBe("Other AS")
    expect(refusal(withOrder({ billing_address: nameless }))).toMatchObject({
      field: "name",
    })
  })

  it("customerDetails.preferredLanguage: the shopper's, else the order's, else the setting's", () => {
    const language = (input?: EInvoiceOrderInput) => customer(input).preferredLanguage

    expect(language()).toBe("no")
    expect(buildEInvoiceOrder(sampleInput).notes).toEqual([])
    expect(language(withSettings({ preferredLanguage: "en" }))).toBe("en")
    expect(language(withOrder({ locale: "sv-SE" }))).toBe("sv")
    expect(
      language({
        ...withOrder({ locale: "sv-SE" }),
        shopper: { ...sampleInput.shopper, language: "nb" },
      })
    ).toBe("no")
  })

  it("customerDetails.preferredLanguage: one the service has not becomes the setting's, and is noted", () => {
    const { body, notes } = buildEInvoiceOrder(withShopper({ language: "fr" }))

    expect(body.customerDetails.preferredLanguage).toBe("no")
    expect(notes.map(({ code }) => code)).toEqual(["language-not-offered"])
  })

  it("customerDetails.personalNumber: eleven digits, without spaces and hyphens", () => {
    const spaced = `${SYNTHETIC_NUMBER.slice(0, 6)} ${SYNTHETIC_NUMBER.slice(6)}`

    expect(customer().personalNumber).toBe(SYNTHETIC_NUMBER)
    expect(customer(withShopper({ personalNumber: spaced })).personalNumber).toBe(SYNTHETIC_NUMBER)
  })

  it("customerDetails.personalNumber: a refusal names the field and not the number", () => {
    const error = refusal(withShopper({ personalNumber: "0181901000" }))

    expect(error).toMatchObject({
      field: "personal_number",
      message: "The personal number must be 11 digits.",
    })
  })

  it("customerDetails.address: billing where it names a street, else shipping", () => {
    const shipping_address = {
      address_1: "Havnegata 2",
      postal_code: "7010",
      city: "Trondheim",
      country_code: "no",
    }

    expect(customer().address).toEqual({
      street: "Storgata 1, H0101",
      zip: "0155",
      city: "Oslo",
      country: "NO",
    })
    expect(
      customer({
        ...sampleInput,
        shopper: { ...sampleInput.shopper, phone: "40000000", name: "Kari" },
        order: { ...sampleOrder, billing_address: null, shipping_address },
      }).address
    ).toEqual({
      street: "Havnegata 2",
      zip: "7010",
      city: "Trondheim",
      country: "NO",
    })
  })

  it.each([
    ["street", { address_1: " " }, "billing_address.address_1"],
    ["zip", { postal_code: null }, "billing_address.postal_code"],
    ["city", { city: "" }, "billing_address.city"],
    ["country", { country_code: undefined }, "billing_address.country_code"],
    ["country", { country_code: "xx" }, "billing_address.country_code"],
    ["country", { country_code: "nor" }, "billing_address.country_code"],
  ])("customerDetails.address.%s: %p is refused", (_, changes, field) => {
    expect(refusal(withBilling(changes))).toMatchObject({
      name: "MappingError",
      field,
    })
  })

  it("invoiceInterval: left out, or what the setting says", () => {
    expect(body()).not.toHaveProperty("invoiceInterval")
    expect(body(withSettings({ invoiceInterval: 0 })).invoiceInterval).toBe(0)
  })

  it("invoiceMaturity: left out, or 10", () => {
    expect(body()).not.toHaveProperty("invoiceMaturity")
    expect(body(withSettings({ invoiceMaturity: 10 })).invoiceMaturity).toBe(10)
  })

  it.each([true, false])(
    "invoiceFeeApplicable: always sent, %p as the setting says",
    (applicable) => {
      const { invoiceFeeApplicable, products } = body(withSettings({ invoiceFee: { applicable } }))

      expect(invoiceFeeApplicable).toBe(applicable)
      expect(products).toHaveLength(2)
    }
  )

  it.each([true, false])("separateInvoices: %p as the setting says", (separateInvoices) => {
    expect(body(withSettings({ separateInvoices })).separateInvoices).toBe(separateInvoices)
  })

  it("referenceNo: the display number, the id, or null", () => {
    const reference = (input: EInvoiceOrderInput) => body(input).referenceNo

    expect(reference(sampleInput)).toBe("1001")
    expect(reference({ ...sampleInput, displayId: "W-7" })).toBe("W-7")
    expect(reference(withOrder({ custom_display_id: "2026-1" }))).toBe("2026-1")
    expect(reference(withSettings({ reference: "order-id" }))).toBe(sampleOrder.id)
    expect(reference(withSettings({ reference: "none" }))).toBeNull()
    expect(reference(withOrder({ display_id: null }))).toBeNull()
    expect(
      reference({
        ...withSettings({ reference: "order-id" }),
        order: { ...sampleOrder, id: null },
      })
    ).toBeNull()
  })

  it("customerReference: the shopper's, trimmed and at most 100 characters, or null", () => {
    const reference = (written: string) =>
      body(withShopper({ reference: written })).customerReference

    expect(body().customerReference).toBeNull()
    expect(reference("  ")).toBeNull()
    expect(reference(" PO  4711\n")).toBe("PO 4711")
    expect(reference("x".repeat(101))).toBe("x".repeat(100))
  })

  it("callback.callbackUrl: the address that was given", () => {
    expect(body().callback).toEqual({ callbackUrl: sampleInput.callbackUrl })
  })

  it("maps a cart as it maps an order, without a reference number", () => {
    const { display_id, ...cart } = sampleOrder
    const mapped = body({ ...sampleInput, order: cart, kind: "cart" })

    expect(display_id).toBe(1001)
    expect(mapped).toEqual({ ...body(), referenceNo: null })
  })
})
