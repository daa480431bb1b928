import { type DataOf } from "../../../connect"
import { toOre } from "../../../mapping"
import { type CustomerContact, isSameCustomer } from "./customer-fingerprint"
import type { KeyRing } from "../personal-data/encryption-keys"
import type { JournalRow, SentRequest } from "./journal-row"

/** An order as the service's list shows it. */
export type ListedOrder = DataOf<"orders.details-by-date-range">[number]

/** `same`: certainly this row's order; `perhaps`: a person has to say; `other`: certainly not. */
export type Recognition = "same" | "perhaps" | "other"

type Agreement = "same" | "different" | "unknown"

/**
 * Whether an order at the service is the one that a row of the journal asked for. The service may hide the customer,
 * list no lines, or have added its fee: what cannot be told for certain is `perhaps`, never `other`, because `other`
 * lets a second order be created.
 */
export function recogniseOrder(
  row: Pick<
    JournalRow,
    "reference_no" | "customer_fingerprint" | "sent_request"
  >,
  listed: ListedOrder,
  keys: KeyRing
): Recognition {
  if (!row.sent_request) {
    return "perhaps"
  }
  const reference = compareReference(row.reference_no, listed)
  const customer = compareCustomer(row.customer_fingerprint, listed, keys)
  const money = compareMoney(row.sent_request, listed)
  if (customer === "different") {
    // The service knows customers by number: it may list an e-mail address or a phone number it learned elsewhere.
    return reference === "same" && money !== "different" ? "perhaps" : "other"
  }
  if (reference === "different") {
    return "other"
  }
  const known = reference === "same" || customer === "same"
  switch (money) {
    case "same":
      return known ? "same" : "perhaps"
    case "more":
      return "perhaps"
    case "different":
      return reference === "same" ? "perhaps" : "other"
  }
}

function compareReference(
  sent: string | null,
  { referenceNo }: ListedOrder
): Agreement {
  const listed = referenceNo?.trim()
  if (!sent || !listed) {
    return "unknown"
  }
  return sent === listed ? "same" : "different"
}

function compareCustomer(
  fingerprint: string | null,
  { customerDetails }: ListedOrder,
  keys: KeyRing
): Agreement {
  const contact = contactOf(customerDetails)
  if (!fingerprint || !contact) {
    return "unknown"
  }
  return isSameCustomer(keys, contact, fingerprint) ? "same" : "different"
}

function contactOf(
  details: ListedOrder["customerDetails"]
): CustomerContact | undefined {
  const { email, countryCode, msisdn } = details ?? {}
  if (!email || !countryCode || !msisdn) {
    return undefined
  }
  const hidden = [email, msisdn].some((part) => part.includes("*"))
  return hidden ? undefined : { email, countryCode, msisdn }
}

/** `more`: all that was sent is there, and something on top: the service adds its fee itself. */
function compareMoney(
  sent: SentRequest,
  listed: ListedOrder
): "same" | "more" | "different" {
  const total = oreOf(listed.orderSummary?.grandTotal)
  const sentTotal = toOre(sent.orderSummary.grandTotal)
  const rest = withoutSentLines(sent, listed)
  if (total === sentTotal) {
    return rest?.length === 0 || listed.productList.length === 0
      ? "same"
      : "different"
  }
  const more = total === undefined || total > sentTotal
  return more && (rest !== undefined || listed.productList.length === 0)
    ? "more"
    : "different"
}

/** The listed lines that were not sent; undefined when one that was sent is missing. */
function withoutSentLines(
  sent: SentRequest,
  listed: ListedOrder
): string[] | undefined {
  const rest = listed.productList.map(({ quantity, amount }) =>
    lineKey(quantity, amount)
  )
  for (const { quantity, amount } of sent.products) {
    const at = rest.indexOf(lineKey(quantity, amount))
    if (at < 0) {
      return undefined
    }
    rest.splice(at, 1)
  }
  return rest
}

const lineKey = (
  quantity: string | number | undefined,
  amount: string | number | undefined
) => `${Number(quantity)} for ${oreOf(amount)}`

const oreOf = (amount: string | number | undefined): bigint | undefined =>
  amount === undefined ? undefined : toOre(amount)
