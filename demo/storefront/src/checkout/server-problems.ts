import { readRefusal } from "../../../../src/storefront"
import type { CheckoutProblems } from "./checkout-details"
import { sentencesFor } from "./invoice-data"

/**
 * Reads the store's refusal, so that each sentence can stand beside its field.
 *
 * @returns the sentences by field, and what belongs to no field of the page
 */
export function readServerProblems(message: string): {
  problems: CheckoutProblems
  rest?: string
} {
  const { problems, sentence } = readRefusal(message)
  return {
    problems: sentencesFor(problems),
    ...(sentence !== undefined && { rest: sentence }),
  }
}
