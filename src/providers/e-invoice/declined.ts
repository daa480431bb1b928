import { MedusaError } from "@medusajs/framework/utils"

import {
  type ConnectError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
} from "../../connect"
import { CHECKOUT_REFUSALS, type CheckoutRefusalCode } from "../../mapping/checkout-refusals"

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

/** What stands in the request beside a personal number that the service declines. */
const PERSONAL_NUMBER = "customerDetails.personalNumber"

/**
 * An authorisation that did not come about. Of this type, Medusa keeps the session and the cart usable, and shows the
 * sentence and the name to the shopper's browser.
 *
 * @param code why, as its name
 * @param sentence where it says more than the code's own
 */
export function declined(
  code: CheckoutRefusalCode,
  sentence: string = CHECKOUT_REFUSALS[code]
): MedusaError {
  const error = new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, sentence, code)
  error.name = code
  return error
}

/** Declines an order that certainly was not created at the service. */
export function declinedBecause(error: ConnectError): MedusaError {
  if (error instanceof RefusedError) {
    return declinedForFields(Object.keys(error.fieldErrors ?? {}))
  }
  const misconfigured =
    error instanceof UnauthorisedError ||
    error instanceof NotFoundError ||
    error instanceof OperationDisabledError
  if (misconfigured) {
    return declined("e_invoice_not_offered")
  }
  return declined(error.kind === "unavailable" ? "e_invoice_unavailable" : "e_invoice_not_made")
}

function declinedForFields(fields: readonly string[]): MedusaError {
  const named = new Set(
    fields.map((field) => correctable[field]).filter((name) => name !== undefined)
  )
  if (named.size === 0) {
    return declined("e_invoice_not_made")
  }
  if (fields.every((field) => field === PERSONAL_NUMBER)) {
    return declined("e_invoice_not_granted")
  }
  return declined(
    "e_invoice_details_rejected",
    `The invoice service did not accept ${listed([...named])}. Please correct it and choose invoice again.`
  )
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ""
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`
}
