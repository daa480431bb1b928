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

/**
 * A value that may stay empty; then it is undefined.
 *
 * @param value what it must be otherwise
 */
export const emptyOr = <Value extends z.ZodType<string, string>>(value: Value) =>
  z
    .string()
    .trim()
    .transform((typed, context) => {
      if (typed === "") {
        return undefined
      }
      const result = value.safeParse(typed)
      if (!result.success) {
        const [issue] = result.error.issues
        context.addIssue({ code: "custom", message: issue?.message })
        return z.NEVER
      }
      return result.data
    })

/** What the service calls a record; eleven digits may be a personal number instead, which the server takes as none. */
export const requiredServiceId = () =>
  requiredText(64).pipe(
    z.string().regex(/^(?!\d{6}-?\d{5}$)[A-Za-z0-9_-]+$/, because("forms.errors.serviceId"))
  )

/** An e-mail address that must be given. */
export const requiredEmail = () => requiredText(320).pipe(z.email(because("forms.errors.email")))

/** A secure address on the web that must be given. */
export const requiredWebAddress = () =>
  requiredText(500).pipe(
    z.url({
      protocol: /^https$/,
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
 * An amount as staff type it, with comma or dot before at most two decimals and no separator of thousands: `1249,50`.
 * What could be read in two ways, such as `1,249`, is refused rather than guessed.
 *
 * @returns major units
 */
export const readAmount = (typed: string): number | undefined => {
  const text = typed.replace(/\s/g, "")
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : undefined
}

/** Whole øre of an amount in major units. */
export const toOre = (amount: number | string): number => Math.round(Number(amount) * 100)

/** Amounts added up in whole øre; major units. */
export const sumOf = (amounts: readonly (number | string)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + toOre(amount), 0) / 100

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

const DAY_MONTH_YEAR = /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{2}):(\d{2}))?$/

/**
 * A day as the service writes it in answers, `21.11.2026` or `21.11.2026 10:15`.
 *
 * @returns that day in the person's own calendar; null when it is written in another way
 */
export const readServiceDay = (text: string): Date | null => {
  const [, day, month, year, hour = 0, minute = 0] = DAY_MONTH_YEAR.exec(text) ?? []
  if (day === undefined) {
    return null
  }
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  return date.getDate() === Number(day) ? date : null
}

/** A day that was picked, as our server takes it: `2026-11-21`, whatever the time zone. */
export const writeDay = (date: Date): string =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-")

const NINE_DIGITS: TextKey = "forms.errors.norwegianOrganizationNumber"
const LETTERS_AND_DIGITS: TextKey = "forms.errors.organizationNumber"

/** Whether it is an organization number of any country, without spaces and hyphens, as `connect` has it. */
export const isOrganizationNumber = (text: string): boolean => /^[A-Za-z0-9]{1,20}$/.test(text)

/** Whether it is the nine digits of a Norwegian organization number. */
export const isNorwegianOrganizationNumber = (text: string): boolean => /^\d{9}$/.test(text)

/** A number of Norway's register of companies as typed, `974 760 673`; its digits alone. */
export const requiredOrganizationNumber = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().refine(isNorwegianOrganizationNumber, NINE_DIGITS))

/** A number of any country as typed, `556036-0793`; undefined when nothing was typed. The server knows the country. */
export const optionalOrganizationNumber = () =>
  z
    .string()
    .transform((typed) => withoutSeparators(typed) || undefined)
    .refine((number) => number === undefined || isOrganizationNumber(number), LETTERS_AND_DIGITS)

/** A number as typed, without the spaces and hyphens that only help to read it. */
export const withoutSeparators = (typed: string): string => typed.replace(/[\s-]/g, "")

/** Whether a text from elsewhere is an address on the web, and so can stand behind a link: React lets scripts through. */
export const isWebAddress = (text: string): boolean => {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

const CALLING_CODE: TextKey = "customers.contact.callingCodeProblem"
const PHONE: TextKey = "customers.contact.phoneProblem"

/** A calling code such as `+47`, which the service keeps apart from the number. */
export const requiredCallingCode = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\+[1-9]\d{0,2}$/, CALLING_CODE))

/** A phone number without its calling code. */
export const requiredPhoneNumber = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\d{4,14}$/, PHONE))
