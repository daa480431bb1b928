import { idnr } from "@navikt/fnrvalidator"
import { z } from "zod"

import { MappingError } from "./mapping-error"
import type { PersonalNumberSettings } from "./mapping-settings"

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
