import type { EInvoiceOrderInput } from "../../src/mapping"

const round = (amount: number) => Math.round(amount * 100) / 100

/**
 * The same request as most payment plugins would make it: binary floats, each line rounded by itself, the phone number
 * cut by its spaces. It checks nothing, and its lines add up to the total for some carts only (R7).
 */
export function floatMapping({ order, shopper, callbackUrl, orderDate }: EInvoiceOrderInput) {
  const address = order.billing_address
  const goods = (order.items ?? []).map((item) =>
    lineOf(`${item.product_title}, ${item.variant_title}`, item, {
      quantity: Number(item.quantity),
      unitPrice: Number(item.unit_price),
      productId: item.variant_sku,
    })
  )
  const deliveries = (order.shipping_methods ?? []).map((method) =>
    lineOf(method.name ?? "", method, { quantity: 1, unitPrice: Number(method.amount) })
  )
  const charges: readonly Charge[] = [...(order.items ?? []), ...(order.shipping_methods ?? [])]
  const totalTax = sumOf(charges, "tax_total")
  const [countryCode = "", ...msisdn] = (address?.phone ?? "").split(" ")
  return {
    products: [...goods, ...deliveries],
    orderSummary: {
      subTotal: round(Number(order.total) - totalTax).toFixed(2),
      totalTax: round(totalTax).toFixed(2),
      totalDiscount: round(sumOf(charges, "discount_total")).toFixed(2),
      grandTotal: round(Number(order.total)).toFixed(2),
    },
    orderDate: String(Math.floor(orderDate.getTime() / 1000)),
    customerDetails: {
      personalNumber: shopper.personalNumber,
      countryCode,
      msisdn: msisdn.join(""),
      email: order.email,
      name: `${address?.first_name} ${address?.last_name}`,
      preferredLanguage: "no",
      address: {
        street: address?.address_1,
        zip: address?.postal_code,
        city: address?.city,
        country: address?.country_code?.toUpperCase(),
      },
    },
    invoiceFeeApplicable: true,
    separateInvoices: true,
    referenceNo: String(order.display_id),
    customerReference: null,
    callback: { callbackUrl },
  }
}

type Charge = {
  total?: unknown
  tax_total?: unknown
  discount_total?: unknown
  tax_lines?: ReadonlyArray<{ rate?: unknown }> | null
}

function lineOf(
  name: string,
  charge: Charge,
  rest: { quantity: number; unitPrice: number; productId?: string | null | undefined }
) {
  const { quantity, unitPrice, productId } = rest
  return {
    name,
    quantity,
    rate: round(unitPrice),
    discount: round(Number(charge.discount_total)),
    tax: (charge.tax_lines ?? []).reduce((sum, line) => sum + Number(line.rate), 0),
    amount: round(Number(charge.total)),
    ...(productId && { productId }),
  }
}

function sumOf(charges: readonly Charge[], of: "tax_total" | "discount_total"): number {
  return charges.reduce((sum, charge) => sum + Number(charge[of]), 0)
}
