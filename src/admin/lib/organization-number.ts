import { z } from "zod"

import type { TextKey } from "./texts"
import { withoutSeparators } from "./without-separators"

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
