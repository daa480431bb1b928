import { z } from "zod"
import type { CheckoutSettings } from "../../../../src/storefront"
import type { Texts } from "../texts/en"
import type { CheckoutDetails, CheckoutField, CheckoutProblems } from "./checkout-details"
import { invoiceData, sentencesFor } from "./invoice-data"

/** Checks the details in the browser, so that the shopper need not wait for the store to say it. */
export function problemsWith(
  details: CheckoutDetails,
  settings: CheckoutSettings | undefined,
  texts: Texts
): CheckoutProblems {
  const problems = problemsBy(detailsSchema(texts.problems), details)
  if (settings && details.providerId === settings.provider_id) {
    return {
      ...problems,
      ...sentencesFor(invoiceData(details, settings).problems ?? [], texts.language),
      ...problemsBy(invoiceSchema(texts.problems), details),
    }
  }
  return problems
}

const detailsSchema = (texts: Texts["problems"]) =>
  z.object({
    email: z.email(texts.email),
    firstName: written(texts.firstName),
    lastName: written(texts.lastName),
    address: written(texts.address),
    postalCode: z
      .string()
      .trim()
      .regex(/^\d{4}$/, texts.postalCode),
    city: written(texts.city),
    deliveryId: written(texts.deliveryId),
    providerId: written(texts.providerId),
  })

/** What the invoice needs, and an empty field does not have. */
const invoiceSchema = (texts: Texts["problems"]) =>
  z.object({ personalNumber: written(texts.personalNumber), phone: written(texts.phone) })

const written = (sentence: string) => z.string().trim().min(1, sentence)

function problemsBy(schema: z.ZodObject, details: CheckoutDetails): CheckoutProblems {
  const problems: CheckoutProblems = {}
  for (const { path, message } of schema.safeParse(details).error?.issues ?? []) {
    problems[path[0] as CheckoutField] ??= message
  }
  return problems
}
