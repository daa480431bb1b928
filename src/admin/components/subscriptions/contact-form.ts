import { z } from "zod"

import type { TextKey } from "../../lib/texts"
import { callingCode, phoneNumber } from "../customers/phone-form"

const EMAIL: TextKey = "forms.errors.email"
const NO_CONTACT: TextKey = "subscriptions.resend.noContact"

const emptyOr = <Value extends z.ZodType<string, string>>(value: Value) =>
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

/** Where a payment link is sent again: by e-mail, by SMS, or both. */
export const contactSchema = (inWords: (key: TextKey) => string) =>
  z
    .object({
      email: emptyOr(z.email(inWords(EMAIL))),
      countryCode: callingCode(inWords),
      msisdn: emptyOr(phoneNumber(inWords)),
    })
    .refine(({ email, msisdn }) => email ?? msisdn, {
      path: ["email"],
      message: inWords(NO_CONTACT),
    })

type Contact = z.output<ReturnType<typeof contactSchema>>

/** The contact as the service takes it; what was left empty is left out. */
export const contactBody = ({ email, countryCode, msisdn }: Contact) => ({
  ...(email && { email }),
  ...(msisdn && { countryCode, msisdn }),
})
