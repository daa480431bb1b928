/** Members of a request's body that a voucher is made of: what was sold or paid back, for how much, and when. */
const OF_A_VOUCHER = new Set([
  "products",
  "orderSummary",
  "orderDate",
  "grandTotal",
  "amount",
  "type",
])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What of a stored request must outlive its customer's data. */
export function requestForTheBooks(request: unknown): { body?: object } {
  const body = isObject(request) ? request["body"] : undefined
  return isObject(body)
    ? {
        body: Object.fromEntries(Object.entries(body).filter(([name]) => OF_A_VOUCHER.has(name))),
      }
    : {}
}
