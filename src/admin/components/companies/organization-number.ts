import { z } from "zod"

import type { TextKey } from "../../lib/texts"

const NINE_DIGITS: TextKey = "companies.nineDigits"

/** An organization number as typed; spaces are fine. */
export const organizationNumber = (inWords: (key: TextKey) => string) =>
  z
    .string()
    .transform((typed) => typed.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{9}$/, inWords(NINE_DIGITS)))
