import { type Refusal, textFor } from "../../../../src/storefront"
import type { CheckoutProblems } from "./checkout-details"
import { sentencesFor } from "./invoice-data"

/**
 * What to tell the shopper of a refusal, so that each sentence can stand beside its field.
 *
 * @returns the sentences by field, and what belongs to no field of the page
 */
export function tellRefusal(
  { problems, code, sentence }: Refusal,
  language: string
): {
  problems: CheckoutProblems
  rest?: string
} {
  const rest = code ? textFor(code, language) : sentence
  return {
    problems: sentencesFor(problems, language),
    ...(rest !== undefined && { rest }),
  }
}
