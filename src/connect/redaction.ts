import { maskPersonalNumbersIn, mayHoldPersonalNumber } from "./personal-numbers"

/**
 * Fields that may be logged; everything else is left out. Deny by default: a new field of the service, or one that
 * carries a person, a token or free text, never appears by accident.
 */
const loggable: ReadonlySet<string> = new Set([
  // containers
  "data",
  "products",
  "productList",
  "orderSummary",
  "metaData",
  // envelope
  "status_code",
  "status_message",
  "is_data",
  "is_error",
  "total",
  "perPage",
  "currentPage",
  "lastPage",
  // identifiers of orders, reservations and subscriptions
  "orderUuid",
  "reservationUuid",
  "subscriptionUuid",
  // states and amounts
  "status",
  "type",
  "source",
  "currency",
  "quantity",
  "rate",
  "discount",
  "tax",
  "amount",
  "subTotal",
  "totalTax",
  "totalDiscount",
  "grandTotal",
  "shippingCost",
  "payablePerCycle",
  "orderAmount",
  "refundedAmount",
  // settings
  "orderDate",
  "invoiceInterval",
  "invoiceMaturity",
  "invoiceFeeApplicable",
  "separateInvoices",
  "billingFrequency",
  "numberOfRepeats",
])

const MAX_ITEMS = 50
const MAX_DEPTH = 6

/** A body as it may be logged: allow-listed fields only. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) {
    return undefined
  }
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1))
  }
  if (typeof value !== "object" || value === null) {
    return loggableScalar(value)
  }
  const shown: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (loggable.has(key)) {
      shown[key] = redact((value as Record<string, unknown>)[key], depth + 1)
    }
  }
  return shown
}

/**
 * Allow-listed fields are short words, identifiers and amounts; anything longer, and anything that could be a personal
 * number, is not what its name promises.
 */
function loggableScalar(value: unknown): unknown {
  if (typeof value === "boolean" || value === null) {
    return value
  }
  const text = String(value)
  return /^[\w .:+-]{0,40}$/.test(text) && !/\d{11}/.test(text) && !mayHoldPersonalNumber(text)
    ? value
    : undefined
}

// Matches at the start of a word only: a long word would otherwise be scanned again from each of its letters.
const EMAIL_ADDRESS = /(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'()]+/g

const LONG_NUMBER = /\+?\p{Nd}(?:[\s.-]?\p{Nd}){4,}/gu

/**
 * Removes what may identify a person from the service's texts before they reach an error or a log: e-mail addresses
 * and runs of five digits or more (personal numbers, phone numbers), also when written in groups.
 */
export const maskPersonalValues = (text: string): string =>
  maskPersonalNumbersIn(
    text.replace(EMAIL_ADDRESS, "[redacted]").replace(LONG_NUMBER, "[redacted]")
  )
