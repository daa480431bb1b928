import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min"
import { z } from "zod"

import { maskPersonalValues } from "../connect/redaction"
import { MappingError } from "./mapping-error"
import type { PersonalNumberSettings } from "./mapping-settings"
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
