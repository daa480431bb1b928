import { z } from "zod"

import type { TextKey } from "./texts"

/** The text key as a message of zod; the fields show it in the person's language. */
const because = (key: TextKey): string => key

/** A line of text that must be given; spaces around it do not count. */
export const requiredText = (maxLength = 500) =>
  z
    .string()
    .trim()
    .min(1, because("forms.errors.required"))
    .max(maxLength, because("forms.errors.tooLong"))

/** A line of text that may stay empty; then it is undefined. */
export const optionalText = (maxLength = 500) =>
  z
    .string()
    .trim()
    .max(maxLength, because("forms.errors.tooLong"))
    .transform((text) => text || undefined)

/** An e-mail address that must be given. */
export const requiredEmail = () => requiredText(320).pipe(z.email(because("forms.errors.email")))

/** An address on the web that must be given. */
export const requiredWebAddress = () =>
  requiredText(500).pipe(
    z.url({
      protocol: /^https?$/,
      error: because("forms.errors.webAddress"),
    })
  )

/** A choice that must be made. */
export const requiredChoice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: because("forms.errors.required") })

/** A day that must be chosen. */
export const requiredDate = () =>
  z
    .date()
    .nullable()
    .transform((date, context) => {
      if (date === null) {
        context.addIssue({
          code: "custom",
          message: because("forms.errors.required"),
        })
        return z.NEVER
      }
      return date
    })

/** A day that may be left open; then it is undefined. */
export const optionalDate = () =>
  z
    .date()
    .nullable()
    .transform((date) => date ?? undefined)

/**
 * An amount as a person types it, with comma or dot before at most two decimals and no separator of thousands: `1249,50`.
 * What could be read in two ways, such as `1,249`, is refused rather than guessed.
 *
 * @returns major units
 */
export const readAmount = (typed: string): number | undefined => {
  const text = typed.replace(/\s/g, "")
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : undefined
}

type AmountLimits = {
  /** Major units. Above it, `tooMuch` is said. */
  readonly max?: number
  /** A sentence that names the limit, already in the person's language. */
  readonly tooMuch?: string
}

/** A positive amount in major units, typed as text; see {@link readAmount}. */
export const requiredAmount = ({ max, tooMuch }: AmountLimits = {}) =>
  z.string().transform((typed, context) => {
    const amount = typed.trim() === "" ? undefined : readAmount(typed)
    const message = amountProblem(typed, amount, { max, tooMuch })
    if (message !== undefined || amount === undefined) {
      context.addIssue({ code: "custom", message })
      return z.NEVER
    }
    return amount
  })

const amountProblem = (
  typed: string,
  amount: number | undefined,
  { max, tooMuch }: { max: number | undefined; tooMuch: string | undefined }
): string | undefined => {
  if (typed.trim() === "") {
    return because("forms.errors.required")
  }
  if (amount === undefined) {
    return because("forms.errors.amount")
  }
  if (amount <= 0) {
    return because("forms.errors.amountZero")
  }
  return max !== undefined && amount > max
    ? (tooMuch ?? because("forms.errors.amountTooMuch"))
    : undefined
}

type NumberLimits = { readonly min?: number; readonly max?: number }

/** A whole number, typed as text. */
export const requiredWholeNumber = ({ min, max }: NumberLimits = {}) =>
  z.string().transform((typed, context) => {
    const text = typed.trim()
    const number = /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
    const message = numberProblem(text, number, min, max)
    if (message !== undefined || number === undefined) {
      context.addIssue({ code: "custom", message })
      return z.NEVER
    }
    return number
  })

const numberProblem = (
  text: string,
  number: number | undefined,
  min: number | undefined,
  max: number | undefined
): string | undefined => {
  if (text === "") {
    return because("forms.errors.required")
  }
  if (number === undefined) {
    return because("forms.errors.wholeNumber")
  }
  if (min !== undefined && number < min) {
    return because("forms.errors.tooSmall")
  }
  return max !== undefined && number > max ? because("forms.errors.tooLarge") : undefined
}

/**
 * An amount as the start value of an amount field.
 *
 * @param amount major units
 * @param locale the browser's own when left out
 */
export const typedAmount = (amount: number, locale?: string): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
    numberingSystem: "latn",
  }).format(amount)
