import { type EInvoiceOrderInput, formatOre, type MappableOrder, type MappingSettings } from ".."

/** Synthetic: 80 is added to the month. Its control digits are right. */
export const SYNTHETIC_NUMBER = "01819010001"

export const sampleSettings: MappingSettings = {
  amounts: "tax-inclusive",
  totalDiscount: "without-tax",
  giftCards: "single-purpose",
  currencies: ["nok"],
  personalNumber: { checkDigits: true, acceptSynthetic: true },
  preferredLanguage: "no",
  invoiceFee: { applicable: true },
  separateInvoices: true,
  reference: "display-id",
}

/** 3 x 99.90 at 15 % and shipping 49 at 25 %, prices with tax: 348.70. */
export const sampleOrder: MappableOrder = {
  id: "order_01JD0000000000000000000000",
  display_id: 1001,
  email: "kari@example.com",
  total: 348.7,
  items: [
    {
      id: "ordli_01",
      title: "Harbour coffee",
      product_title: "Harbour coffee",
      variant_title: "250 g",
      variant_sku: "COFFEE-250",
      variant_id: "variant_01JD0000000000000000000000",
      product_id: "prod_01JD0000000000000000000000",
      quantity: 3,
      unit_price: 99.9,
      is_tax_inclusive: true,
      total: 299.7,
      original_total: 299.7,
      tax_lines: [{ rate: 15 }],
      adjustments: [],
    },
  ],
  shipping_methods: [
    {
      id: "ordsm_01",
      name: "Post",
      amount: 49,
      is_tax_inclusive: true,
      total: 49,
      original_total: 49,
      tax_lines: [{ rate: 25 }],
      adjustments: [],
    },
  ],
  credit_lines: [],
  billing_address: {
    first_name: "Kari",
    last_name: "Nordmann",
    address_1: "Storgata 1",
    address_2: "H0101",
    postal_code: "0155",
    city: "Oslo",
    country_code: "no",
    phone: "+47 400 00 000",
  },
}

export const sampleInput: EInvoiceOrderInput = {
  order: sampleOrder,
  amount: 348.7,
  currencyCode: "nok",
  shopper: { personalNumber: SYNTHETIC_NUMBER },
  settings: sampleSettings,
  callbackUrl: "https://shop.example/hooks/e-invoice/token",
  orderDate: new Date("2026-11-21T12:00:00.900Z"),
  kind: "order",
}

export const withOrder = (changes: Partial<MappableOrder>): EInvoiceOrderInput => ({
  ...sampleInput,
  order: { ...sampleOrder, ...changes },
})

export const withSettings = (changes: Partial<MappingSettings>): EInvoiceOrderInput => ({
  ...sampleInput,
  settings: { ...sampleSettings, ...changes },
})

export const withShopper = (
  changes: Partial<EInvoiceOrderInput["shopper"]>
): EInvoiceOrderInput => ({
  ...sampleInput,
  shopper: { ...sampleInput.shopper, ...changes },
})

export type Item = NonNullable<MappableOrder["items"]>[number]

/** An item of an order, as Query gives it; amounts in major units, with tax. */
export const item = (id: string, total: number, rate: number, quantity = 1): Item => ({
  id,
  title: id,
  product_title: id,
  quantity,
  unit_price: total / quantity,
  is_tax_inclusive: true,
  total,
  original_total: total,
  tax_lines: [{ rate }],
})

/**
 * An order of so many of each item, which a single-purpose gift card pays in part.
 *
 * @param items prices in øre apiece, rates in percent
 */
export const orderWithCard = (
  items: readonly { readonly id: string; readonly price: number; readonly rate: number }[],
  quantities: readonly number[],
  cardOre: bigint
): MappableOrder => ({
  ...sampleOrder,
  total: undefined,
  credit_lines: [{ amount: formatOre(cardOre) }],
  shipping_methods: [],
  items: items.flatMap(({ id, price, rate }, index) => {
    const quantity = quantities[index] ?? 0
    return quantity === 0 ? [] : [item(id, (price * quantity) / 100, rate, quantity)]
  }),
})
