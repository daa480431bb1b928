import { idnr } from "@navikt/fnrvalidator"

import type { PersonalNumberSettings, PreferredLanguage } from "./mapping-settings"

// The browser runs these rules as well: this file imports no schema library and nothing that only a server has.

/** What is wrong with one field; the message follows the field's name in a sentence: `must be 11 digits`. */
export type FieldProblem = { field: string; message: string }

/** What only the shopper knows, in `data` of the payment session. */
export const SHOPPER_FIELDS = ["personal_number", "phone", "language", "reference"] as const

export const NOT_TEXT = "must be text"

export const NOT_ACCEPTED = "is not accepted here"

/** Longest reference of a shopper, in characters. */
const LONGEST_REFERENCE = 100

/** Longest text that is read as a phone number, in characters. */
const LONGEST_PHONE = 40

export const UNREADABLE_PHONE =
  "must be a complete phone number, with its country code when it is a foreign one"

export const NOT_ELEVEN_DIGITS = "must be 11 digits"

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
  return written.length > LONGEST_PHONE ? atMost(LONGEST_PHONE) : undefined
}

/** What is wrong with the shopper's reference, if anything is. */
export function referenceProblem(reference: string): string | undefined {
  return [...reference].length > LONGEST_REFERENCE ? atMost(LONGEST_REFERENCE) : undefined
}

const atMost = (characters: number) => `must be at most ${characters} characters`

/** What is wrong with the tag of the invoice's language, if anything is. */
export function languageProblem(tag: string): string | undefined {
  return preferredLanguageOf(tag) === undefined ? "must be one of en, no, sv, da, de" : undefined
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
