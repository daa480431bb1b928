import type { TextKey, Translate } from "../lib/texts"

/** Members of requests, as the interface names them; a list's by its name, for each of its entries. */
const words: Readonly<Record<string, TextKey>> = {
  products: "operations.sent.line",
  cycles: "operations.sent.cycle",
  orderSummary: "operations.sent.total",
  customerDetails: "operations.sent.customer",
  address: "operations.sent.address",
  addresses: "operations.sent.address",
  billing: "operations.sent.billing",
  shipping: "operations.sent.shipping",
  name: "operations.sent.name",
  firstName: "operations.sent.name",
  type: "operations.sent.type",
  quantity: "operations.sent.quantity",
  rate: "operations.sent.rate",
  discount: "operations.sent.discount",
  totalDiscount: "operations.sent.discount",
  tax: "operations.sent.taxRate",
  totalTax: "operations.sent.tax",
  amount: "operations.sent.amount",
  grandTotal: "operations.sent.grandTotal",
  subTotal: "operations.sent.subTotal",
  shippingCost: "operations.sent.shippingCost",
  payablePerCycle: "operations.sent.perCycle",
  initialCycleAmount: "operations.sent.firstCycle",
  billingFrequency: "operations.sent.frequency",
  numberOfRepeats: "operations.sent.repeats",
  subscriptionStartDate: "operations.sent.from",
  subscriptionEndsDate: "operations.sent.until",
  orderDate: "operations.sent.orderDate",
  dueDateForPaymentLink: "operations.sent.linkUntil",
  currency: "operations.sent.currency",
  countryCode: "operations.sent.callingCode",
  msisdn: "operations.sent.phone",
  email: "operations.sent.email",
  sms: "operations.sent.sms",
  sendOrderBy: "operations.sent.sendBy",
  preferredLanguage: "operations.sent.language",
  checkoutLanguage: "operations.sent.language",
  street: "operations.sent.street",
  zip: "operations.sent.zip",
  city: "operations.sent.city",
  country: "operations.sent.country",
  personalNumber: "operations.sent.personalNumber",
  personalId: "operations.sent.personalNumber",
  organizationId: "operations.sent.organizationNumber",
  referenceNo: "operations.sent.reference",
  referencesNo: "operations.sent.reference",
  reference: "operations.sent.reference",
  customerReference: "operations.sent.customerReference",
  cancellationNote: "operations.sent.reason",
  customerNotes: "operations.sent.note",
  additionalText: "operations.sent.note",
  note: "operations.sent.note",
  message: "operations.sent.note",
  source: "operations.sent.source",
  uuid: "operations.sent.id",
  id: "operations.sent.id",
  productId: "operations.sent.productId",
  customerUuid: "operations.sent.customerId",
  orderUuid: "operations.sent.orderId",
}

/**
 * A member of a request in words: `products.1.amount` is "Line 1, amount". What has no words here is named as the interface
 * does, with spaces: "Charge validity".
 */
export const memberText = (t: Translate, path: string): string =>
  path
    .split(".")
    .reduce<string[]>((parts, part) => {
      const last = parts.at(-1)
      return /^\d+$/.test(part) && last !== undefined
        ? [...parts.slice(0, -1), `${last} ${part}`]
        : [...parts, wordOf(t, part)]
    }, [])
    .join(", ")

const wordOf = (t: Translate, member: string): string => {
  const word = words[member]
  return word ? t(word) : spaced(member)
}

const spaced = (member: string): string => {
  const text = member.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start}`
  )
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}
