import { z } from "zod"

import type { TextKey } from "../../lib/texts"
import { withoutSeparators } from "../../lib/without-separators"

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
