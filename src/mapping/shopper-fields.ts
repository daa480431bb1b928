import { idnr } from "@navikt/fnrvalidator"
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min"
import { z } from "zod"

import { languages } from "../connect/schemas/request-values"
import { MappingError } from "./mapping-error"
import type { PersonalNumberSettings, PreferredLanguage } from "./mapping-settings"

// What a shopper enters is judged in the browser too: nothing here may import what only a server has.
const NOT_ELEVEN_DIGITS = "must be 11 digits"

const MONTH = { start: 2, end: 4 }

/** What is added to the month of a test number, by the issuer. */
const SYNTHETIC_MONTHS = [80, 65, 40]

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
    .string(NOT_ELEVEN_DIGITS)
    .transform(withoutSeparators)
    .superRefine((digits, context) => {
      const problem = problemOf(digits, settings)
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
  const digits = withoutSeparators(written)
  const problem = problemOf(digits, settings)
  if (problem !== undefined) {
    throw new MappingError("personal_number", `The personal number ${problem}.`)
  }
  return personalNumber.parse(digits)
}

function withoutSeparators(written: string): string {
  return written.replace(/[\s\p{Pd}]/gu, "")
}

function problemOf(
  digits: string,
  { checkDigits, acceptSynthetic }: PersonalNumberSettings
): string | undefined {
  if (!/^\d{11}$/.test(digits)) {
    return NOT_ELEVEN_DIGITS
  }
  const added = addedToMonth(digits)
  if (added > 0 && !acceptSynthetic) {
    return "must be a real personal number, not a test number"
  }
  return !checkDigits || (hasDate(digits, added) && hasCheckDigits(digits))
    ? undefined
    : "must be a personal number without typing errors"
}

function addedToMonth(digits: string): number {
  const month = monthOf(digits)
  return SYNTHETIC_MONTHS.find((added) => month > added && month <= added + 12) ?? 0
}

// The library judges check digits and date apart, and knows no month with 65 added.
function hasCheckDigits(digits: string): boolean {
  return !reasonsAgainst(digits).includes("checksums don't match")
}

function hasDate(digits: string, addedToMonth: number): boolean {
  const month = String(monthOf(digits) - addedToMonth).padStart(2, "0")
  const plain = digits.slice(0, MONTH.start) + month + digits.slice(MONTH.end)
  return !reasonsAgainst(plain).includes("invalid date")
}

function monthOf(digits: string): number {
  return Number(digits.slice(MONTH.start, MONTH.end))
}

function reasonsAgainst(digits: string): readonly string[] {
  const result = idnr(digits)
  return result.status === "valid" ? [] : result.reasons
}

const UNREADABLE = "must be a complete phone number, with its country code when it is a foreign one"

const phone = z
  .object({ countryCode: z.string(), msisdn: z.string(), valid: z.boolean() })
  .brand<"Phone">()

/**
 * A phone number as the service takes it: the calling code with its plus sign (`+47`), and the national number in
 * digits. `valid` is false for a number of the right length that is in no series known to be in use.
 */
export type Phone = z.output<typeof phone>

/** Splits a phone number as a shopper writes it; see `parsePhone`. */
export const phoneSchema = (defaultCountry: string) =>
  z.string(UNREADABLE).transform((written, context) => {
    const read = readPhone(written, defaultCountry)
    if (read === undefined) {
      context.addIssue({ code: "custom", message: UNREADABLE })
      return z.NEVER
    }
    return read
  })

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
    throw new MappingError("phone", `The phone number ${UNREADABLE}.`)
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

/** Both written forms of Norwegian are `no` to the service. */
const NORWEGIAN = ["nb", "nn"]

/**
 * The service's language for a language tag such as `sv`, `nb-NO` or `da_DK`; undefined when it has none for it.
 */
export function preferredLanguageOf(tag: string | null | undefined): PreferredLanguage | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? ""
  return NORWEGIAN.includes(primary) ? "no" : languages.find((language) => language === primary)
}
