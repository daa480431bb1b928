import { decorateCartTotals, MathBN } from "@medusajs/framework/utils"

import { buildEInvoiceOrder, type EInvoiceOrderInput, type MappableOrder } from "../../src/mapping"

/** Synthetic: 80 is added to the month. */
const PERSONAL_NUMBER = "01819010001"

/** Four goods at the usual VAT rates and a delivery, totalled by Medusa: five lines at the service. */
export const fiveLineOrder = (): MappableOrder => orderOf(4)

/** An order of so many lines, one of them the delivery. */
export function orderOf(goods: number): MappableOrder {
  const rates = [25, 15, 12, 0]
  const charges = {
    currency_code: "nok",
    items: Array.from({ length: goods }, (_, index) => ({
      id: `ordli_${String(index).padStart(6, "0")}`,
      title: `Goods ${index}`,
      product_title: `Goods ${index}`,
      variant_title: "Large",
      variant_sku: `GOODS-${index}`,
      quantity: (index % 3) + 1,
      unit_price: 99.9 + index,
      is_tax_inclusive: true,
      tax_lines: [{ rate: rates[index % rates.length] ?? 25 }],
      adjustments: [],
    })),
    shipping_methods: [
      {
        id: "ordsm_1",
        name: "Parcel",
        amount: 49,
        is_tax_inclusive: true,
        tax_lines: [{ rate: 25 }],
        adjustments: [],
      },
    ],
  }
  const totalled = decorateCartTotals(
    charges as unknown as Parameters<typeof decorateCartTotals>[0]
  )
  // As Query returns it: plain data.
  const plain = JSON.parse(JSON.stringify(totalled)) as MappableOrder
  return {
    ...plain,
    id: "order_01",
    display_id: 1001,
    email: "kari@example.com",
    credit_lines: [],
    billing_address: {
      first_name: "Kari",
      last_name: "Nordmann",
      address_1: "Storgata 1",
      postal_code: "0155",
      city: "Oslo",
      country_code: "no",
      phone: "+47 400 00 000",
    },
  }
}

/** What the mapping is given at a checkout. */
export const inputOf = (order: MappableOrder): EInvoiceOrderInput => ({
  order,
  amount: MathBN.convert(order.total ?? 0),
  currencyCode: "nok",
  shopper: { personalNumber: PERSONAL_NUMBER },
  settings: {
    amounts: "tax-inclusive",
    totalDiscount: "without-tax",
    giftCards: "single-purpose",
    currencies: ["nok"],
    personalNumber: { checkDigits: true, acceptSynthetic: true },
    preferredLanguage: "no",
    invoiceFee: { applicable: true },
    separateInvoices: true,
    reference: "display-id",
  },
  callbackUrl: `https://shop.example/hooks/e-invoice/${"A".repeat(43)}`,
  orderDate: new Date("2026-11-21T12:00:00Z"),
  kind: "order",
})

/** The request of a five-line order. */
export const fiveLineBody = () => buildEInvoiceOrder(inputOf(fiveLineOrder())).body
