import { amount, money } from "../storefront/src/store/money"
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
    `  Order of the store   number ${order.display_id}, ${money(order.total)}`,
    `  E-invoice order      ${invoice.uuid}, ${invoice.status} at the service`,
    `  Callback             ${callback.status}, answered with ${callback.attempts.at(-1)?.httpStatus}`,
    `  Payment in Medusa    captured, ${money(payment.amount, payment.currencyCode)}`,
    "",
    "  What was sent to the service",
    row(["", "Quantity", "Rate", "Discount", "VAT", "Amount"]),
    ...lines.map(row),
    ...sums.map(([name, sum]) => row([name, "", "", "", "", amount(sum)])),
  ].join("\n")
}

const widths = [30, 10, 10, 10, 8, 11]

const row = (cells: readonly string[]) =>
  `    ${cells
    .map((cell, index) => {
      const width = widths[index] ?? 0
      return index === 0 ? cell.slice(0, width).padEnd(width) : cell.padStart(width)
    })
    .join("")}`
