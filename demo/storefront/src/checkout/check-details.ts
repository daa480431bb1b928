import { z } from "zod"
import type { CheckoutSettings } from "../../../../src/storefront"
import type { CheckoutDetails, CheckoutField, CheckoutProblems } from "./checkout-details"
import { invoiceData, sentencesFor } from "./invoice-data"

const written = (sentence: string) => z.string().trim().min(1, sentence)

const detailsSchema = z.object({
  email: z.email("Write an e-mail address such as kari@example.com."),
  firstName: written("Write your first name."),
  lastName: written("Write your last name."),
  address: written("Write your street and number."),
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Write four digits."),
  city: written("Write your town or city."),
  deliveryId: written("Choose how you want it delivered."),
  providerId: written("Choose how you want to pay."),
})

/** What the invoice needs, and an empty field does not have. */
const invoiceSchema = z.object({
  personalNumber: written("Write your personal number: the invoice is addressed with it."),
  phone: written("Write your mobile number, such as 400 00 000."),
})

/** Checks the details in the browser, so that the shopper need not wait for the store to say it. */
export function problemsWith(
  details: CheckoutDetails,
  settings: CheckoutSettings | undefined
): CheckoutProblems {
  const problems = problemsBy(detailsSchema, details)
  if (settings && details.providerId === settings.provider_id) {
    return {
      ...problems,
      ...sentencesFor(invoiceData(details, settings).problems ?? []),
      ...problemsBy(invoiceSchema, details),
    }
  }
  return problems
}

function problemsBy(schema: z.ZodObject, details: CheckoutDetails): CheckoutProblems {
  const problems: CheckoutProblems = {}
  for (const { path, message } of schema.safeParse(details).error?.issues ?? []) {
    problems[path[0] as CheckoutField] ??= message
  }
  return problems
}
