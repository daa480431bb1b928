import { z } from "zod"

import { lazily } from "../lazily"
import {
  callingCode,
  countryCode,
  emailAddress,
  identifier,
  isOrganizationNumber,
  language,
  msisdn,
  organizationNumber,
  personalNumber,
  text,
} from "./request-values"

export const address = lazily(() =>
  z
    .strictObject({
      street: text.describe("Street address."),
      zip: text.describe("Postal code."),
      city: text.describe("City."),
      country: countryCode.describe("ISO 3166-1 alpha-2 country code."),
    })
    .meta({ title: "Address" })
)

const reached = lazily(() => ({
  countryCode: callingCode.describe(
    "Country calling code of the phone number, with a leading plus sign."
  ),
  msisdn: msisdn.describe("Mobile phone number of the customer."),
  email: emailAddress.describe("E-mail address of the customer."),
}))

const elevenDigits = lazily(() =>
  personalNumber.describe("Personal number: exactly 11 characters, digits only, no spaces.")
)

const contact = lazily(() => ({
  ...reached(),
  // The specification's rule list types it as an e-mail; its description is a full name.
  name: text.describe("Full name of the customer."),
  preferredLanguage: language
    .meta({ description: "Language of the invoice.", default: "no" })
    .optional(),
  address: address(),
}))

/** The private customer of an e-invoice order (specification: customerDetails). */
export const privateCustomer = lazily(() =>
  z
    .strictObject({ ...contact(), personalNumber: elevenDigits() })
    .meta({ title: "PrivateCustomer" })
)

/** Whether a company's number is one of the country it is in. */
const isOfItsCountry = ({
  organizationId,
  address: { country },
}: {
  organizationId: string
  address: { country: string }
}): boolean => isOrganizationNumber(organizationId, country)

const ofItsCountry = {
  path: ["organizationId"],
  message: "must be exactly 9 digits in Norway",
}

/** The corporate customer of an EHF invoice: an organization number in place of the personal one. */
export const corporateCustomer = lazily(() =>
  z
    .strictObject({ ...contact(), organizationId: organizationNumber })
    .refine(isOfItsCountry, ofItsCountry)
    .meta({ title: "CorporateCustomer" })
)

const eitherKind = lazily(() => ({
  ...contact(),
  uuid: identifier.describe("Identifier of a stored customer.").optional(),
  customerUuid: identifier.describe("Identifier of a stored customer.").optional(),
  firstName: z.string().optional(),
  personalNumber: elevenDigits().nullable().optional(),
}))

const corporate = lazily(() => ({
  type: z.literal("corporate"),
  organizationId: organizationNumber,
}))
const personal = lazily(() => ({
  type: z.literal("private"),
  organizationId: organizationNumber.nullable().optional(),
}))

const kindError = {
  error: (issue: { code: string }) =>
    issue.code === "invalid_union" ? "must be private or corporate" : undefined,
}

/** A customer of either kind; the documentation requires the organization number of a corporate one. */
export const anyCustomer = lazily(() =>
  z
    .discriminatedUnion(
      "type",
      [
        z.strictObject({ ...eitherKind(), ...personal() }),
        z.strictObject({ ...eitherKind(), ...corporate() }).refine(isOfItsCountry, ofItsCountry),
      ],
      kindError
    )
    .meta({ title: "Customer" })
)

/** What requests of mid-2025 said besides of a customer. */
const earlierCustomer = lazily(() => ({
  ...contact(),
  preferredLanguage: language,
  customerUuid: identifier.optional(),
}))

/** The private customer of an e-invoice order of mid-2025. */
export const earlierPrivateCustomer = lazily(() =>
  z.strictObject({ ...earlierCustomer(), ...personal(), personalNumber: elevenDigits() })
)

/** The corporate customer of an EHF invoice of mid-2025. */
export const earlierCorporateCustomer = lazily(() =>
  z.strictObject({ ...earlierCustomer(), ...corporate() }).refine(isOfItsCountry, ofItsCountry)
)

const nullableContact = lazily(() => {
  const { countryCode: code, email, msisdn: phone } = reached()
  return { countryCode: code.nullable(), msisdn: phone.nullable(), email: email.nullable() }
})

/** The customer of a subscription: phone and e-mail must be present but may be null. */
export const subscriptionCustomer = lazily(() =>
  z
    .discriminatedUnion(
      "type",
      [
        z.strictObject({ ...eitherKind(), ...nullableContact(), ...personal() }),
        z
          .strictObject({ ...eitherKind(), ...nullableContact(), ...corporate() })
          .refine(isOfItsCountry, ofItsCountry),
      ],
      kindError
    )
    .meta({ title: "SubscriptionCustomer" })
)

/** Where a payment link is sent again: by SMS, by e-mail, or both; it may differ from the stored customer. */
export const resendContact = lazily(() =>
  z
    .strictObject({
      countryCode: callingCode.nullable().optional(),
      msisdn: msisdn.nullable().optional(),
      email: emailAddress.nullable().optional(),
    })
    .refine((contact) => contact.email || contact.msisdn, {
      path: ["email"],
      message: "must be given when no phone number is",
    })
    .refine((contact) => !contact.msisdn || contact.countryCode, {
      path: ["countryCode"],
      message: "must be given with msisdn",
    })
)
