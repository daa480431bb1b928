import { emailAddress, type RequestOf } from "../connect"
import { MappingError } from "./mapping-error"
import type { MappingNote } from "./mapping-note"
import type { MappingSettings } from "./mapping-settings"
import { parsePhone, type Phone } from "./phone"
import { type AddressInUse, addressInUse, postalAddress } from "./postal-address"
import { preferredLanguageOf } from "./preferred-language"
import type { ReadAddress, ReadOrder } from "./read-order"

/** The customer as the service takes it (specification, customerDetails). */
export type CustomerDetails = RequestOf<"orders.create-e-invoice">["body"]["customerDetails"]

/** What only the shopper knows, and what overrides the order. */
export type Shopper = {
  /** Eleven digits; spaces and hyphens are fine. */
  personalNumber: string
  /** As a person writes it; without a calling code it belongs to the country of the address. */
  phone?: string | undefined
  /** A language tag such as `sv` or `nb-NO`. */
  language?: string | undefined
  /** Printed on the invoice. */
  reference?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** What the order itself says of its customer, without a personal number. */
export type CustomerContact = Omit<CustomerDetails, "personalNumber">

/** The customer of an order; billing address first, then shipping address, then the customer's own record. */
export function customerContact(
  order: ReadOrder,
  shopper: Omit<Shopper, "personalNumber">,
  settings: MappingSettings
): { details: CustomerContact; notes: MappingNote[] } {
  const address = addressInUse(order)
  const phone = phoneOf(order, shopper, address)
  const wanted = shopper.language ?? order.locale
  const language = preferredLanguageOf(wanted)
  const details = {
    countryCode: phone.countryCode,
    msisdn: phone.msisdn,
    email: emailOf(order, shopper),
    name: nameOf(order, shopper),
    preferredLanguage: language ?? settings.preferredLanguage,
    address: postalAddress(address),
  }
  const notes: MappingNote[] = []
  if (!phone.valid) {
    notes.push({
      code: "phone-not-valid",
      message: "The phone number has the right length but is in no series known to be in use.",
    })
  }
  if (wanted !== undefined && language === undefined) {
    notes.push({
      code: "language-not-offered",
      message: `The service does not write in the order's language; "${settings.preferredLanguage}" was sent.`,
    })
  }
  return { details, notes }
}

function phoneOf(
  order: ReadOrder,
  shopper: Pick<Shopper, "phone">,
  { address }: AddressInUse
): Phone {
  const raw =
    said(shopper.phone) ??
    order.billing_address?.phone ??
    order.shipping_address?.phone ??
    order.customer?.phone
  if (raw === undefined) {
    throw new MappingError("phone", "A phone number is needed for an invoice.")
  }
  return parsePhone(raw, address.country_code ?? "NO")
}

function emailOf(order: ReadOrder, shopper: Pick<Shopper, "email">): string {
  const result = emailAddress.safeParse(said(shopper.email) ?? order.email ?? order.customer?.email)
  if (!result.success) {
    throw new MappingError(
      "email",
      "An e-mail address such as name@example.com is needed for an invoice."
    )
  }
  return result.data
}

function nameOf(order: ReadOrder, shopper: Pick<Shopper, "name">): string {
  const { billing_address, shipping_address, customer } = order
  const name =
    said(shopper.name) ??
    personName(billing_address) ??
    personName(shipping_address) ??
    personName(customer) ??
    billing_address?.company ??
    shipping_address?.company ??
    customer?.company_name
  if (name === undefined) {
    throw new MappingError("name", "A full name is needed for an invoice.")
  }
  return name
}

const personName = (person: Pick<ReadAddress, "first_name" | "last_name"> | undefined) =>
  said([person?.first_name, person?.last_name].filter(Boolean).join(" "))

const said = (value: string | undefined) => value?.trim() || undefined
