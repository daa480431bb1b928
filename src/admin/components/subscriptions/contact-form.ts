import { z } from "zod"

import type { TextKey } from "../../lib/texts"
import { requiredCallingCode, requiredPhoneNumber } from "../customers/phone-form"

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
export const contactSchema = z
  .object({
    email: emptyOr(z.email(EMAIL)),
    countryCode: requiredCallingCode(),
    msisdn: emptyOr(requiredPhoneNumber()),
  })
  .refine(({ email, msisdn }) => email ?? msisdn, {
    path: ["email"],
    message: NO_CONTACT,
  })

type Contact = z.output<typeof contactSchema>

/** The contact as the service takes it; what was left empty is left out. */
export const contactBody = ({ email, countryCode, msisdn }: Contact) => ({
  ...(email && { email }),
  ...(msisdn && { countryCode, msisdn }),
})
