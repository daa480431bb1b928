import { countryCode, type RequestOf } from "../connect"
import { MappingError } from "./mapping-error"
import type { ReadAddress, ReadOrder } from "./read-order"

/** An address as the service takes it (specification, customerDetails.address). */
export type PostalAddress =
  RequestOf<"orders.create-e-invoice">["body"]["customerDetails"]["address"]

/** An address of the order, and where it stands. */
export type AddressInUse = {
  relation: "billing_address" | "shipping_address"
  address: ReadAddress
}

/**
 * The billing address when it names a street, else the shipping address.
 *
 * @throws MappingError when neither names a street
 */
export function addressInUse(order: ReadOrder): AddressInUse {
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
export function postalAddress({ relation, address }: AddressInUse): PostalAddress {
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
