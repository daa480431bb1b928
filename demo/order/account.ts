import { amountIn } from "../storefront/src/store/money"
import { en } from "../storefront/src/texts/en"
import type { OrderStory } from "./order-story"

/** Tells in a few lines what happened. */
export function accountOf({ order, invoice, totals, callback, payment }: OrderStory): string {
  const lines = invoice.lines.map((line) => [
    line.name,
    String(line.quantity),
    amount(line.rate),
    amount(line.discount),
    `${line.tax} %`,
    amount(line.amount),
  ])
  const sums: [string, number][] = [
    ["Sub-total without VAT", totals.subTotal],
    ["Discount without VAT", totals.totalDiscount],
    ["VAT", totals.totalTax],
    ["Grand total", totals.grandTotal],
  ]
  return [
    `Order ${order.display_id} was placed, invoiced and paid.`,
    "",
    `  Order of the store   number ${order.display_id}, NOK ${amount(order.total)}`,
    `  E-invoice order      ${invoice.uuid}, ${invoice.status} at the service`,
    `  Callback             ${callback.status}, answered with ${callback.attempts.at(-1)?.httpStatus}`,
    `  Payment in Medusa    captured, ${payment.currencyCode.toUpperCase()} ${amount(payment.amount)}`,
    "",
    "  What was sent to the service",
    row(["", "Quantity", "Rate", "Discount", "VAT", "Amount"]),
    ...lines.map(row),
    ...sums.map(([name, sum]) => row([name, "", "", "", "", amount(sum)])),
  ].join("\n")
}

const amount = (value: number) => amountIn(en.locale, value)

const widths = [30, 10, 10, 10, 8, 11]

const row = (cells: readonly string[]) =>
  `    ${cells
    .map((cell, index) => {
      const width = widths[index] ?? 0
      return index === 0 ? cell.slice(0, width).padEnd(width) : cell.padStart(width)
    })
    .join("")}`
