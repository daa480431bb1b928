import { z } from "zod"

import type { TextKey } from "../../lib/texts"

const CALLING_CODE: TextKey = "customers.contact.callingCodeProblem"
const PHONE: TextKey = "customers.contact.phoneProblem"

/** Spaces and hyphens in a number help people only. */
export const withoutSeparators = (typed: string) => typed.replace(/[\s-]/g, "")

/** A calling code such as `+47`, which the service keeps apart from the number. */
export const callingCode = (inWords: (key: TextKey) => string) =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\+[1-9]\d{0,2}$/, inWords(CALLING_CODE)))

/** A phone number without its calling code. */
export const phoneNumber = (inWords: (key: TextKey) => string) =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\d{4,14}$/, inWords(PHONE)))
