import {
  type CheckoutSettings,
  eInvoiceSessionData,
  type FieldProblem,
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
export function sentencesFor(problems: readonly FieldProblem[]): CheckoutProblems {
  const sentences: CheckoutProblems = {}
  for (const { field, message } of problems) {
    const name = fieldsByName[field]
    if (name) {
      sentences[name] ??= ourWords[field]?.[message] ?? asSentence(message)
    }
  }
  return sentences
}

const ourWords: Record<string, Record<string, string>> = {
  personal_number: {
    "must be 11 digits": "A personal number has eleven digits.",
    "must be a personal number without typing errors":
      "This is not a valid personal number. Is a digit wrong?",
  },
}

/** The store writes "must be 11 digits", which wants a subject. */
const asSentence = (text: string) => {
  const sentence = /^(must|has|is|was|may|cannot|can)\b/.test(text)
    ? `This ${text}`
    : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
