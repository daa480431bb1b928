import {
  type CheckoutSettings,
  type CodedProblem,
  eInvoiceSessionData,
  textFor,
} from "../../../../src/storefront"
import type { CheckoutDetails, CheckoutField, CheckoutProblems } from "./checkout-details"

const fieldsByName: Record<string, CheckoutField> = {
  personal_number: "personalNumber",
  phone: "phone",
  language: "language",
  reference: "reference",
}

/** What goes into the payment session, or what is wrong with it. */
export const invoiceData = (details: CheckoutDetails, settings: CheckoutSettings) =>
  eInvoiceSessionData(
    {
      personal_number: details.personalNumber,
      phone: details.phone,
      language: details.language,
      reference: details.reference,
    },
    settings,
    "no"
  )

/** A sentence for each field; the first that is wrong with it. */
export function sentencesFor(
  problems: readonly CodedProblem[],
  language: string
): CheckoutProblems {
  const sentences: CheckoutProblems = {}
  for (const { field, code, message } of problems) {
    const name = fieldsByName[field]
    if (name) {
      sentences[name] ??= code ? textFor(code, language) : asSentence(message)
    }
  }
  return sentences
}

/** A newer store may say what this version has no code for: "must be 11 digits" wants a subject. */
const asSentence = (text: string) => {
  const sentence = /^(must|has|is|was|may|cannot|can)\b/.test(text)
    ? `This ${text}`
    : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
