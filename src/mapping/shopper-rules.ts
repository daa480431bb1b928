import { idnr } from "@navikt/fnrvalidator"

import type { PersonalNumberSettings, PreferredLanguage } from "./settings-and-errors"

// The browser runs these rules as well: this file imports no schema library and nothing that only a server has.

/** What is wrong with one field; the message follows the field's name in a sentence: `must be 11 digits`. */
export type FieldProblem = { field: string; message: string }

/** Longest reference of a shopper, in characters. */
const LONGEST_REFERENCE = 100

/** Longest text that is read as a phone number, in characters. */
const LONGEST_PHONE = 40

/** What can be wrong with a field: a code that stays the same in every version, and the message. */
export const FIELD_PROBLEMS = {
  not_text: "must be text",
  not_accepted: "is not accepted here",
  not_eleven_digits: "must be 11 digits",
  test_number: "must be a real personal number, not a test number",
  typing_error: "must be a personal number without typing errors",
  phone_not_complete:
    "must be a complete phone number, with its country code when it is a foreign one",
  phone_too_long: `must be at most ${LONGEST_PHONE} characters`,
  reference_too_long: `must be at most ${LONGEST_REFERENCE} characters`,
  language_not_offered: "must be one of en, no, sv, da, de",
} as const

export type FieldProblemCode = keyof typeof FIELD_PROBLEMS

/** What only the shopper knows, in `data` of the payment session. */
export const SHOPPER_FIELDS = ["personal_number", "phone", "language", "reference"] as const

/** Position of the month in a personal number. */
const MONTH = { start: 2, end: 4 }

/** What is added to the month of a test number, by the issuer. */
const SYNTHETIC_MONTHS = [80, 65, 40]

/** What is wrong with the digits of a personal number, if anything is (specification, Limits 1). */
export function personalNumberProblem(
  digits: string,
  { checkDigits, acceptSynthetic }: PersonalNumberSettings
): string | undefined {
  if (!/^\d{11}$/.test(digits)) {
    return FIELD_PROBLEMS.not_eleven_digits
  }
  const added = addedToMonth(digits)
  if (added > 0 && !acceptSynthetic) {
    return FIELD_PROBLEMS.test_number
  }
  return !checkDigits || (hasDate(digits, added) && hasCheckDigits(digits))
    ? undefined
    : FIELD_PROBLEMS.typing_error
}

/** A personal number as it is sent: without the spaces and hyphens that a shopper writes. */
export function personalNumberDigits(written: string): string {
  return written.replace(/[\s\p{Pd}]/gu, "")
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

/** What is wrong with the length of a phone number, if anything is. */
export function phoneLengthProblem(written: string): string | undefined {
  return written.length > LONGEST_PHONE ? FIELD_PROBLEMS.phone_too_long : undefined
}

/** What PostgreSQL can neither store nor compare: NUL, and half of a pair of UTF-16. */
export const UNSTORABLE = /[\0\p{Cs}]/u

/** What is wrong with the shopper's reference, if anything is. */
export function referenceProblem(reference: string): string | undefined {
  if (UNSTORABLE.test(reference)) {
    return FIELD_PROBLEMS.not_text
  }
  return [...reference].length > LONGEST_REFERENCE ? FIELD_PROBLEMS.reference_too_long : undefined
}

/** What is wrong with the tag of the invoice's language, if anything is. */
export function languageProblem(tag: string): string | undefined {
  return preferredLanguageOf(tag) === undefined ? FIELD_PROBLEMS.language_not_offered : undefined
}

/** The service's language by primary language tag: both written forms of Norwegian are `no`. */
const LANGUAGES: Readonly<Record<string, PreferredLanguage>> = {
  en: "en",
  no: "no",
  nb: "no",
  nn: "no",
  sv: "sv",
  da: "da",
  de: "de",
}

/**
 * The service's language for a language tag such as `sv`, `nb-NO` or `da_DK`; undefined when it has none for it.
 */
export function preferredLanguageOf(tag: string | null | undefined): PreferredLanguage | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? ""
  return Object.hasOwn(LANGUAGES, primary) ? LANGUAGES[primary] : undefined
}
