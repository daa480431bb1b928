import {
  type BillInput,
  billWays,
  buildBill,
  buildEInvoiceOrder,
  MappingError,
  type ParcelLine,
  parcelTotal,
} from ".."
import { sampleInput, sampleOrder, sampleSettings, SYNTHETIC_NUMBER } from "./sample-order"

const input = (terms: BillInput["terms"], more: Partial<BillInput> = {}): BillInput => ({
  order: sampleOrder,
  amount: 348.7,
  currencyCode: "nok",
  kind: "order",
  settings: sampleSettings,
  shopper: { personalNumber: SYNTHETIC_NUMBER, phone: "400 00 000" },
  callbackUrl: "https://store.example.com/hooks/e-invoice/token",
  orderDate: new Date("2026-11-21T04:00:00Z"),
  ...more,
  terms,
})

describe("buildBill", () => {
  it.each(billWays)("bills the same to the øre by %s", (by) => {
    const { body, totals } = buildBill(input({ by, organizationId: "911111111" }))

    expect(totals.grandTotalOre).toBe(34_870n)
    expect(body.orderSummary.grandTotal).toBe("348.70")
    expect(body.products.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(348.7)
    expect(body).toMatchObject({
      orderDate: "1795233600",
      referenceNo: "1001",
      callback: {
        callbackUrl: "https://store.example.com/hooks/e-invoice/token",
      },
    })
  })

  it.each([
    ["payment-link", "orders.create-payment-link"],
    ["invoice", "orders.create-invoice"],
    ["e-invoice", "orders.create-e-invoice"],
    ["ehf-invoice", "orders.create-ehf-invoice"],
  ] as const)("goes by %s to %s", (by, operationId) => {
    expect(buildBill(input({ by, organizationId: "911111111" })).operationId).toBe(operationId)
  })

  it("says how a payment link is sent, and until when it can be used", () => {
    const { body } = buildBill(
      input({
        by: "payment-link",
        sendBy: { sms: true, email: false },
        linkDueDate: "1796083199",
      })
    )

    expect(body).toMatchObject({
      sendOrderBy: { sms: true, email: false },
      dueDateForPaymentLink: "1796083199",
      customerDetails: { type: "private" },
    })
  })

  it("makes the customer a company where an organization number is given", () => {
    const { body } = buildBill(input({ by: "invoice", organizationId: "911111111" }))

    expect(body.customerDetails).toMatchObject({
      type: "corporate",
      organizationId: "911111111",
    })
    expect(body.customerDetails).not.toHaveProperty("personalNumber")
  })

  it("sends the personal number with an invoice to a person, where it is given", () => {
    const { personalNumber, ...shopper } = input({ by: "invoice" }).shopper
    expect(buildBill(input({ by: "invoice" })).body.customerDetails).toMatchObject({
      type: "private",
      personalNumber,
    })
    expect(
      buildBill(input({ by: "invoice" }, { shopper })).body.customerDetails
    ).not.toHaveProperty("personalNumber")
  })

  it("addresses an EHF invoice to the company, with its contact", () => {
    const { body, customer } = buildBill(input({ by: "ehf-invoice", organizationId: "911111111" }))

    expect(body.customerDetails).toEqual({ ...customer, organizationId: "911111111" })
    expect(customer).toMatchObject({ email: "kari@example.com", msisdn: "40000000" })
  })

  it.each(["invoice", "e-invoice", "ehf-invoice"] as const)(
    "says by %s how often and when an invoice is due, only where the settings do",
    (by) => {
      const terms = { by, organizationId: "911111111" }
      const bodyWith = (settings: Partial<BillInput["settings"]>) =>
        buildBill(input(terms, { settings: { ...sampleSettings, ...settings } })).body

      const body = bodyWith({})
      expect(body).toMatchObject({ invoiceFeeApplicable: true, separateInvoices: true })
      expect(body).not.toHaveProperty("invoiceInterval")
      expect(body).not.toHaveProperty("invoiceMaturity")
      expect(bodyWith({ invoiceInterval: 0 })).toMatchObject({ invoiceInterval: 0 })
      expect(bodyWith({ invoiceInterval: 2, invoiceMaturity: 10 })).toMatchObject({
        invoiceInterval: 2,
        invoiceMaturity: 10,
      })
    }
  )

  it("says nothing of that with a payment link, which is no invoice yet", () => {
    const settings = {
      ...sampleSettings,
      invoiceInterval: 2 as const,
      invoiceMaturity: 10 as const,
    }
    const { body } = buildBill(input({ by: "payment-link" }, { settings }))

    expect(body).not.toHaveProperty("invoiceInterval")
    expect(body).not.toHaveProperty("invoiceMaturity")
  })

  it("sends no personal number with a payment link", () => {
    const { body } = buildBill(input({ by: "payment-link" }))

    expect(JSON.stringify(body)).not.toContain(SYNTHETIC_NUMBER)
  })

  it.each([
    ["e-invoice", "personal_number"],
    ["ehf-invoice", "organization_id"],
  ] as const)("by %s names what is missing", (by, field) => {
    const bill = () => buildBill(input({ by }, { shopper: { phone: "400 00 000" } }))

    expect(bill).toThrow(MappingError)
    expect(bill).toThrow(expect.objectContaining({ field }))
  })
})

describe("the invoice of a parcel", () => {
  const of = (...lines: ParcelLine[]) =>
    buildEInvoiceOrder({
      ...sampleInput,
      amount: parcelTotal(lines),
      kind: "parcel",
      parcel: { part: 1, lines },
    })
  const coffee = {
    id: "ordli_01",
    quantity: "1",
    beforeDiscount: "99.90",
    gross: "99.90",
    amount: "99.90",
  }

  it("is of lines that are still in the order", () => {
    expect(of(coffee).body.products).toMatchObject([{ quantity: 1, amount: 99.9 }])
    expect(() => of(coffee, { ...coffee, id: "ordli_gone" })).toThrow(
      expect.objectContaining({ field: "parcel" })
    )
  })

  it("has what a gift card pays also once the store takes gift cards for discounts", () => {
    const card = { ...coffee, id: null, beforeDiscount: "0.00", gross: "-20.00", amount: "-20.00" }
    const { products, orderSummary } = of(coffee, card).body

    expect(products).toMatchObject([{ amount: 99.9 }, { name: "Gavekort", amount: -20 }])
    expect(orderSummary.grandTotal).toBe("79.90")
  })
})
