import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min"
import { z } from "zod"

import { countryCode, emailAddress, type RequestOf } from "../connect"
import { maskPersonalValues } from "../connect/redaction"
import type { ReadAddress, ReadOrder } from "./read-order"
import {
  MappingError,
  type MappingNote,
  type MappingSettings,
  type PersonalNumberSettings,
} from "./settings-and-errors"
import {
  FIELD_PROBLEMS,
  type FieldProblem,
  languageProblem,
  personalNumberDigits,
  personalNumberProblem,
  phoneLengthProblem,
  preferredLanguageOf,
  referenceProblem,
} from "./shopper-rules"

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

/** The customer of an order; billing address first, then shipping address, then the customer's own record where it was read. */
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

/** Longest name of an unknown field that is repeated, in characters. */
const LONGEST_NAME = 40

/** What the rules for a shopper's fields depend on. */
export type ShopperFieldSettings = {
  personalNumber: PersonalNumberSettings
  /** ISO 3166-1 alpha-2 code of the country that a phone number without calling code belongs to. */
  country: string
}

/** A field that may be left out; storefronts also send null or nothing typed. */
const optionalText = z
  .string(FIELD_PROBLEMS.not_text)
  .trim()
  .nullish()
  .transform((text) => text || undefined)

/** What only the shopper knows, in `data` of the payment session. */
export const shopperFieldsSchema = ({ personalNumber, country }: ShopperFieldSettings) =>
  z.strictObject({
    personal_number: z.unknown().transform((given, context) => {
      const result = personalNumberSchema(personalNumber).safeParse(given)
      if (result.success) {
        return result.data
      }
      context.addIssue(result.error.issues[0]?.message ?? FIELD_PROBLEMS.not_eleven_digits)
      return z.NEVER
    }),
    phone: optionalText.superRefine(
      telling(
        (phone) =>
          phoneLengthProblem(phone) ??
          (readPhone(phone, country) === undefined ? FIELD_PROBLEMS.phone_not_complete : undefined)
      )
    ),
    language: optionalText.superRefine(telling(languageProblem)).transform(preferredLanguageOf),
    reference: optionalText.superRefine(telling(referenceProblem)),
  })

/** Tells what is wrong with a field that is not left out. */
const telling =
  (problemOf: (text: string) => string | undefined) =>
  (text: string | undefined, context: z.RefinementCtx): void => {
    const problem = text === undefined ? undefined : problemOf(text)
    if (problem !== undefined) {
      context.addIssue(problem)
    }
  }

/** What the schema found wrong, field by field; no value is repeated. */
export const fieldProblemsOf = (error: z.core.$ZodError): FieldProblem[] =>
  error.issues.flatMap(problemsOfIssue)

function problemsOfIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: maskPersonalValues(key).slice(0, LONGEST_NAME),
      message: FIELD_PROBLEMS.not_accepted,
    }))
  }
  const field = issue.path.map(String).join(".")
  return field
    ? [{ field, message: issue.message }]
    : [{ field: "data", message: "must be an object" }]
}

const personalNumber = z
  .string()
  .regex(/^\d{11}$/)
  .brand<"PersonalNumber">()

/** A personal number that was checked (specification, Limits 1). */
export type PersonalNumber = z.output<typeof personalNumber>

/**
 * Checks a personal number as a shopper writes it. Spaces and hyphens are taken out; what remains must be eleven digits,
 * with the right control digits and date where the settings ask for it.
 */
export const personalNumberSchema = (settings: PersonalNumberSettings) =>
  z
    .string(FIELD_PROBLEMS.not_eleven_digits)
    .transform(personalNumberDigits)
    .superRefine((digits, context) => {
      const problem = personalNumberProblem(digits, settings)
      if (problem !== undefined) {
        context.addIssue({ code: "custom", message: problem })
      }
    })
    .brand<"PersonalNumber">()

/**
 * The same check where no schema is wanted.
 *
 * @throws MappingError with field `personal_number`
 */
export function parsePersonalNumber(
  written: string,
  settings: PersonalNumberSettings
): PersonalNumber {
  const digits = personalNumberDigits(written)
  const problem = personalNumberProblem(digits, settings)
  if (problem !== undefined) {
    throw new MappingError("personal_number", `The personal number ${problem}.`)
  }
  return personalNumber.parse(digits)
}

const phone = z
  .object({ countryCode: z.string(), msisdn: z.string(), valid: z.boolean() })
  .brand<"Phone">()

/**
 * A phone number as the service takes it: the calling code with its plus sign (`+47`), and the national number in
 * digits. `valid` is false for a number of the right length that is in no series known to be in use.
 */
export type Phone = z.output<typeof phone>

/**
 * Splits a phone number as a shopper writes it.
 *
 * @param written with or without calling code: `400 00 000`, `+46 70 174 06 05`, `0046701740605`
 * @param defaultCountry ISO 3166-1 alpha-2 code of the country that a number without calling code belongs to
 * @throws MappingError with field `phone`
 */
export function parsePhone(written: string, defaultCountry: string): Phone {
  const read = readPhone(written, defaultCountry)
  if (read === undefined) {
    throw new MappingError("phone", `The phone number ${FIELD_PROBLEMS.phone_not_complete}.`)
  }
  return read
}

function readPhone(written: string, defaultCountry: string): Phone | undefined {
  const number = parsePhoneNumberFromString(written, {
    defaultCountry: supported(defaultCountry),
    extract: false,
  })
  return number?.isPossible()
    ? phone.parse({
        countryCode: `+${number.countryCallingCode}`,
        msisdn: number.nationalNumber,
        valid: number.isValid(),
      })
    : undefined
}

function supported(country: string): CountryCode {
  const code = country.toUpperCase()
  return isSupportedCountry(code) ? code : "NO"
}
