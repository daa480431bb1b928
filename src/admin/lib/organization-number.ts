import { z } from "zod"

import type { TextKey } from "./texts"
import { withoutSeparators } from "./without-separators"

const NINE_DIGITS: TextKey = "forms.errors.organizationNumber"

/** Whether it is the nine digits of an organization number. */
export const isOrganizationNumber = (text: string): boolean =>
  /^\d{9}$/.test(text)

/** An organization number as typed, `974 760 673`; its digits alone. */
export const requiredOrganizationNumber = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().refine(isOrganizationNumber, NINE_DIGITS))

/** As {@link requiredOrganizationNumber}; undefined when nothing was typed. */
export const optionalOrganizationNumber = () =>
  z
    .string()
    .transform((typed) => withoutSeparators(typed) || undefined)
    .refine(
      (number) => number === undefined || isOrganizationNumber(number),
      NINE_DIGITS
    )
