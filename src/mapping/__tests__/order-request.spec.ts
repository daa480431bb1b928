import { buildEInvoiceOrder, buildOrderRequest } from ".."
import { sampleInput, sampleOrder, sampleSettings } from "./sample-order"

const input = {
  order: sampleOrder,
  amount: 348.7,
  currencyCode: "nok",
  settings: sampleSettings,
  kind: "order" as const,
}

it("has the lines and totals of the e-invoice order, to the øre", () => {
  const { body, totals } = buildEInvoiceOrder({ ...sampleInput, ...input })
  const request = buildOrderRequest(input)

  expect(request.products).toEqual(body.products)
  expect(request.orderSummary).toEqual(body.orderSummary)
  expect(request.totals).toEqual(totals)
  expect(request.orderSummary.grandTotal).toBe("348.70")
})

it("names the customer without a personal number", () => {
  const { customer } = buildOrderRequest({
    ...input,
    shopper: { phone: "+47 41 00 00 01", email: "other@example.com" },
  })

  expect(customer).toMatchObject({
    countryCode: "+47",
    msisdn: "41000001",
    email: "other@example.com",
  })
  expect(customer).not.toHaveProperty("personalNumber")
})

it("refuses a currency the account does not bill in", () => {
  expect(() => buildOrderRequest({ ...input, currencyCode: "eur" })).toThrow("offered in NOK only")
})
