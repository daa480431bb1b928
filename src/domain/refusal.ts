import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError } from "../connect"

/**
 * An error as a merchant is shown it: what happened, and what to do. An error of the service becomes one that Medusa
 * answers 400; anything else stays what it is.
 *
 * @param what what was attempted, as the beginning of a sentence: `The invoice was not cancelled`
 */
export function refusal(what: string, error: unknown): unknown {
  return error instanceof ConnectError
    ? notAllowed(`${what}. ${error.message} ${error.advice}`)
    : error
}

/** Refuses with a sentence that says what to do; Medusa answers 400. */
export const notAllowed = (sentence: string): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence)
