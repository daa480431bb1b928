import { MedusaError } from "@medusajs/framework/utils"

import {
  type ConnectError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
} from "../../connect"

/** What a shopper is told; each says what to do, none says anything technical. */
export const shopperSentences = {
  waiting:
    "We are still waiting for the invoice service to confirm your invoice. Please try again in a few minutes, and do not pay in another way until then.",
  unreachable:
    "The invoice service cannot be reached right now, so no invoice was made. Please try again in a moment, or choose another way to pay.",
  notOffered: "Payment by invoice is not available right now. Please choose another way to pay.",
  refused:
    "An invoice could not be made for this order. Please choose another way to pay, or contact the store.",
  enterAgain:
    "Your personal number is kept for a short time only. Please choose invoice again and enter it once more.",
  cartChanged: "Your cart has changed since you chose invoice. Please choose invoice again.",
  chooseAgain:
    "The invoice for this order was cancelled. Please choose invoice again, or another way to pay.",
  orderedTwiceAtOnce:
    "This order was sent twice at the same moment, so nothing was ordered and no invoice was made. Please try again in a moment.",
  alreadyOrdered: "This order has already been placed. You do not need to pay again.",
  alreadyPaid:
    "An earlier invoice for this order has been paid already. Please contact the store before you pay again.",
} as const

/** What the shopper can correct, by the field of the request that the service refused. */
const correctable: Readonly<Record<string, string>> = {
  "customerDetails.personalNumber": "the personal number",
  "customerDetails.msisdn": "the phone number",
  "customerDetails.countryCode": "the phone number",
  "customerDetails.email": "the e-mail address",
  "customerDetails.name": "the name",
  "customerDetails.address": "the address",
  "customerDetails.address.street": "the street address",
  "customerDetails.address.zip": "the postal code",
  "customerDetails.address.city": "the city",
  "customerDetails.address.country": "the country",
}

/** What to tell a shopper whose order certainly was not created. */
export function sentenceFor(error: ConnectError): string {
  if (error instanceof RefusedError) {
    return sentenceForFields(Object.keys(error.fieldErrors ?? {}))
  }
  const misconfigured =
    error instanceof UnauthorisedError ||
    error instanceof NotFoundError ||
    error instanceof OperationDisabledError
  if (misconfigured) {
    return shopperSentences.notOffered
  }
  return error.kind === "unavailable" ? shopperSentences.unreachable : shopperSentences.refused
}

function sentenceForFields(fields: readonly string[]): string {
  const named = new Set(
    fields.map((field) => correctable[field]).filter((name) => name !== undefined)
  )
  if (named.size === 0) {
    return shopperSentences.refused
  }
  return `The invoice service did not accept ${listed([...named])}. Please correct it and choose invoice again.`
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ""
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`
}

/**
 * An authorisation that did not come about. Of this type, Medusa keeps the session and the cart usable and shows the
 * sentence to the shopper.
 */
export const declined = (sentence: string): MedusaError =>
  new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, sentence)
