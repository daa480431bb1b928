import { z } from "zod"

import { maskPersonalValues } from "../connect/personal-values"
import type { PersonalNumberSettings } from "../mapping/mapping-settings"
import { personalNumberSchema, phoneSchema, preferredLanguageOf } from "../mapping/shopper-fields"

/** Longest reference of a shopper that is taken, in characters. */
const LONGEST_REFERENCE = 100

/** Longest text that is looked at as a phone number, in characters. */
const LONGEST_PHONE = 40

/** Longest name of an unknown field that is repeated, in characters. */
const LONGEST_NAME = 40

/** What is wrong with one field; the message follows the field's name in a sentence: `must be 11 digits`. */
export type FieldProblem = { field: string; message: string }

/** What the store's rules depend on. */
export type ShopperFieldSettings = {
  personalNumber: PersonalNumberSettings
  /** ISO 3166-1 alpha-2 code of the country that a phone number without calling code belongs to. */
  country: string
}

/** A field that may be left out; storefronts also send null or nothing typed. */
const optionalText = z
  .string("must be text")
  .trim()
  .nullish()
  .transform((text) => text || undefined)

/** What only the shopper knows, in `data` of the payment session. The store checks it with this schema. */
export const shopperFieldsSchema = ({ personalNumber, country }: ShopperFieldSettings) =>
  z.strictObject({
    personal_number: z.unknown().transform((given, context) => {
      const result = personalNumberSchema(personalNumber).safeParse(given)
      if (result.success) {
        return result.data
      }
      context.addIssue(result.error.issues[0]?.message ?? "must be 11 digits")
      return z.NEVER
    }),
    phone: optionalText
      .refine((phone) => (phone ?? "").length <= LONGEST_PHONE, {
        error: `must be at most ${LONGEST_PHONE} characters`,
        abort: true,
      })
      .superRefine((phone, context) => {
        const result = phoneSchema(country).safeParse(phone)
        if (phone !== undefined && !result.success) {
          context.addIssue(result.error.issues[0]?.message ?? "must be a phone")
        }
      }),
    language: optionalText.transform((tag, context) => {
      const language = preferredLanguageOf(tag)
      if (tag !== undefined && language === undefined) {
        context.addIssue("must be one of en, no, sv, da, de")
        return z.NEVER
      }
      return language
    }),
    reference: optionalText.refine(
      (reference) => [...(reference ?? "")].length <= LONGEST_REFERENCE,
      `must be at most ${LONGEST_REFERENCE} characters`
    ),
  })

/** What the schema found wrong, field by field; no value is repeated. */
export const fieldProblemsOf = (error: z.core.$ZodError): FieldProblem[] =>
  error.issues.flatMap(problemsOfIssue)

function problemsOfIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: maskPersonalValues(key).slice(0, LONGEST_NAME),
      message: "is not accepted here",
    }))
  }
  const field = issue.path.map(String).join(".")
  return field
    ? [{ field, message: issue.message }]
    : [{ field: "data", message: "must be an object" }]
}
