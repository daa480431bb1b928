import type { DataOf } from "../../connect"
import { type MappableOrder, toOre } from "../../mapping"
import { addressFields } from "../../mapping/read-order"
import type { OrderRow, SentRequest } from "../../modules/e-invoice/orders/order-row"
import { hashUnder, type KeyRing } from "../../modules/e-invoice/personal-data/encryption"

/** An order as the service's list shows it. */
export type ListedOrder = DataOf<"orders.details-by-date-range">[number]

/** `same`: certainly this row's order; `perhaps`: staff decide; `other`: certainly not. */
type Recognition = "same" | "perhaps" | "other"

type Agreement = "same" | "different" | "unknown"

/**
 * How an order at the service compares with what a row asked for. `money` is `unclear` where all that was sent is there and
 * something on top, or where nothing can be told.
 */
export type OrderComparison = {
  readonly reference: Agreement
  readonly customer: Agreement
  readonly money: "same" | "unclear" | "different"
}

type ComparedRow = Pick<OrderRow, "reference_no" | "customer_fingerprint" | "sent_request">

/** Compares an order at the service with what a row of the journal asked for. */
export const compareOrder = (
  row: ComparedRow,
  listed: ListedOrder,
  keys: KeyRing
): OrderComparison => ({
  reference: compareReference(row.reference_no, listed),
  customer: compareCustomer(row.customer_fingerprint, listed, keys),
  money: row.sent_request ? compareMoney(row.sent_request, listed) : "unclear",
})

/**
 * Whether an order at the service is the one that a row of the journal asked for. The service may hide the customer,
 * list no lines, or have added its fee: what cannot be told for certain is `perhaps`, never `other`, because `other`
 * lets a second order be created.
 */
export function recogniseOrder(row: ComparedRow, listed: ListedOrder, keys: KeyRing): Recognition {
  if (!row.sent_request) {
    return "perhaps"
  }
  const { reference, customer, money } = compareOrder(row, listed, keys)
  if (customer === "different") {
    // The service knows customers by number: it may list an e-mail address or a phone number it learned elsewhere.
    return reference !== "different" && money !== "different" ? "perhaps" : "other"
  }
  if (reference === "different") {
    return "other"
  }
  const known = reference === "same" || customer === "same"
  switch (money) {
    case "same":
      return known ? "same" : "perhaps"
    case "unclear":
      return "perhaps"
    case "different":
      return reference === "same" ? "perhaps" : "other"
  }
}

/**
 * Whether staff may adopt an order at the service as the one that a row asked for. The payment in Medusa is of what was sent: an order of
 * less is not it, whatever its reference says.
 */
export function isAdoptable(row: ComparedRow, listed: ListedOrder, keys: KeyRing): boolean {
  const total = oreOf(listed.orderSummary?.grandTotal)
  const isLess =
    row.sent_request &&
    total !== undefined &&
    total < toOre(row.sent_request.orderSummary.grandTotal)
  return !isLess && recogniseOrder(row, listed, keys) !== "other"
}

function compareReference(sent: string | null, { referenceNo }: ListedOrder): Agreement {
  const listed = referenceNo?.trim()
  if (!sent || !listed) {
    return "unknown"
  }
  return withoutZeros(sent) === withoutZeros(listed) ? "same" : "different"
}

/** A number of an order may come back as a number. */
const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d+$)/, "")

function compareCustomer(
  fingerprint: string | null,
  { customerDetails }: ListedOrder,
  keys: KeyRing
): Agreement {
  const contact = contactOf(customerDetails)
  if (!fingerprint || !contact || !isOfKnownKey(keys, fingerprint)) {
    return "unknown"
  }
  return isSameCustomer(keys, contact, fingerprint) ? "same" : "different"
}

function contactOf(details: ListedOrder["customerDetails"]): CustomerContact | undefined {
  const { email, countryCode, msisdn } = details ?? {}
  if (!email || !countryCode || !msisdn) {
    return undefined
  }
  const hidden = [email, msisdn].some((part) => part.includes("*"))
  return hidden ? undefined : { email, countryCode, msisdn }
}

/**
 * `unclear`: all that was sent is there, and something on top, since the service adds its fee itself; or the lines are
 * listed in another way than they are sent, so that nothing can be told from them.
 */
function compareMoney(
  sent: SentRequest,
  { orderSummary, productList }: ListedOrder
): "same" | "unclear" | "different" {
  const total = oreOf(orderSummary?.grandTotal)
  const sentTotal = toOre(sent.orderSummary.grandTotal)
  const rest = withoutSentLines(sent, productList)
  const areListed = productList.length > 0
  const amount = totalOf(productList)
  if (total === sentTotal) {
    if (rest?.length === 0 || !areListed) {
      return "same"
    }
    return amount === total ? "different" : "unclear"
  }
  const isMore = total === undefined || total > sentTotal
  const mayHoldAll = rest !== undefined || !areListed || amount === undefined
  return isMore && mayHoldAll ? "unclear" : "different"
}

type ListedLines = ListedOrder["productList"]

/** What the lines come to, in øre; undefined when one does not say its amount or its quantity. */
const totalOf = (lines: ListedLines): bigint | undefined =>
  lines.reduce<bigint | undefined>((total, { quantity, amount }) => {
    const ore = oreOf(amount)
    return total === undefined || ore === undefined || quantity === undefined
      ? undefined
      : total + ore
  }, 0n)

/** The listed lines that were not sent; undefined when one that was sent is missing. */
function withoutSentLines(sent: SentRequest, lines: ListedLines): string[] | undefined {
  const rest = lines.map(({ quantity, amount }) => lineKey(quantity, amount))
  for (const { quantity, amount } of sent.products) {
    const at = rest.indexOf(lineKey(quantity, amount))
    if (at < 0) {
      return undefined
    }
    rest.splice(at, 1)
  }
  return rest
}

const lineKey = (quantity: string | number | undefined, amount: string | number | undefined) =>
  `${Number(quantity)} for ${oreOf(amount)}`

const oreOf = (amount: string | number | undefined): bigint | undefined =>
  amount === undefined ? undefined : toOre(amount)

/** How an order's customer can be recognised: what was sent to the service, or what its details say. */
type CustomerContact = {
  email: string
  /** Calling code with a leading plus sign. */
  countryCode: string
  msisdn: string
}

const normalised = ({ email, countryCode, msisdn }: CustomerContact): string =>
  `${email.trim().toLowerCase()}|${`${countryCode}${msisdn}`.replace(/\D/g, "")}`

/** A keyed hash of the customer's e-mail and phone: recognises them, and is of no use without the key. */
export const customerFingerprint = (keys: KeyRing, contact: CustomerContact): string =>
  fingerprintUnder(keys[0], normalised(contact))

/** Whether the contact is the one a fingerprint was made of, under any key of the ring. */
export const isSameCustomer = (
  keys: KeyRing,
  contact: CustomerContact,
  fingerprint: string
): boolean => isFingerprintOf(keys, normalised(contact), fingerprint)

/** A keyed hash of what a Medusa order says of its buyer: tells that they corrected it, and is of no use without the key. */
export const buyerFingerprint = (keys: KeyRing, order: MappableOrder): string =>
  fingerprintUnder(keys[0], buyerOf(order))

/** Whether the order says the same of its buyer, under any key of the ring. */
export const isSameBuyer = (keys: KeyRing, order: MappableOrder, fingerprint: string): boolean =>
  isFingerprintOf(keys, buyerOf(order), fingerprint)

const buyerOf = ({ email, billing_address, shipping_address }: MappableOrder): string =>
  JSON.stringify([
    email?.trim().toLowerCase() ?? "",
    ...[billing_address, shipping_address].map((address) =>
      addressFields.map((field) => address?.[field] ?? "")
    ),
  ])

const fingerprintUnder = (key: KeyRing[number], text: string): string =>
  hashUnder(key, "customer", text)

const isOfKnownKey = (keys: KeyRing, fingerprint: string): boolean =>
  keys.some(({ id }) => fingerprint.startsWith(`${id}.`))

const isFingerprintOf = (keys: KeyRing, text: string, fingerprint: string): boolean =>
  keys.some((key) => fingerprintUnder(key, text) === fingerprint)
