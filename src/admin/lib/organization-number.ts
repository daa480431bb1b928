import { z } from "zod"

import type { TextKey } from "./texts"

const NINE_DIGITS: TextKey = "forms.errors.organizationNumber"

/** Whether it is the nine digits of an organization number. */
export const isOrganizationNumber = (text: string): boolean =>
  /^\d{9}$/.test(text)

const withoutGaps = (typed: string): string => typed.replace(/[\s-]/g, "")

/** An organization number as typed, `974 760 673`; its digits alone. */
export const requiredOrganizationNumber = () =>
  z
    .string()
    .transform(withoutGaps)
    .pipe(z.string().refine(isOrganizationNumber, NINE_DIGITS))

/** As {@link requiredOrganizationNumber}; undefined when nothing was typed. */
export const optionalOrganizationNumber = () =>
  z
    .string()
    .transform((typed) => withoutGaps(typed) || undefined)
    .refine(
      (number) => number === undefined || isOrganizationNumber(number),
      NINE_DIGITS
    )
