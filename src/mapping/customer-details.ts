import { countryCode, emailAddress, type RequestOf } from "../connect"
import { MappingError, type MappingNote } from "./mapping-error"
import type { MappingSettings } from "./mapping-settings"
import type { ReadAddress, ReadOrder } from "./read-order"
import { parsePhone, type Phone } from "./shopper-fields"
import { preferredLanguageOf } from "./shopper-rules"

/** The customer as the service takes it (specification, customerDetails). */
type CustomerDetails = RequestOf<"orders.create-e-invoice">["body"]["customerDetails"]

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

/** An address as the service takes it (specification, customerDetails.address). */
type PostalAddress = RequestOf<"orders.create-e-invoice">["body"]["customerDetails"]["address"]

/** An address of the order, and where it stands. */
type AddressInUse = {
  relation: "billing_address" | "shipping_address"
  address: ReadAddress
}

/**
 * The billing address when it names a street, else the shipping address.
 *
 * @throws MappingError when neither names a street
 */
function addressInUse(order: ReadOrder): AddressInUse {
  for (const relation of ["billing_address", "shipping_address"] as const) {
    const address = order[relation]
    if (address?.address_1 !== undefined) {
      return { relation, address }
    }
  }
  throw new MappingError("billing_address.address_1", "A street address is needed for an invoice.")
}

/**
 * The address in the service's terms; its country is an assigned ISO 3166-1 alpha-2 code (specification, Limits 5).
 *
 * @throws MappingError naming the part that is missing or wrong
 */
function postalAddress({ relation, address }: AddressInUse): PostalAddress {
  const required = <Part extends "postal_code" | "city" | "country_code">(
    part: Part,
    label: string
  ): string => {
    const value = address[part]
    if (value === undefined) {
      throw new MappingError(`${relation}.${part}`, `${label} is needed for an invoice.`)
    }
    return value
  }
  return {
    street: [address.address_1, address.address_2].filter(Boolean).join(", "),
    zip: required("postal_code", "A postal code"),
    city: required("city", "A city"),
    country: country(required("country_code", "A country"), relation),
  }
}

function country(code: string, relation: AddressInUse["relation"]): string {
  const result = countryCode.safeParse(code.toUpperCase())
  if (!result.success) {
    throw new MappingError(
      `${relation}.country_code`,
      "The country must be a two-letter code such as NO."
    )
  }
  return result.data
}
