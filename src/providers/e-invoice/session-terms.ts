import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

import { foreignKeys } from "./session-data"

export type SessionTerms = {
  amount: BigNumberInput
  currency_code: string
  data?: Record<string, unknown> | undefined
}

/**
 * Refuses a session that could not become an invoice, or that carries what must not be stored.
 *
 * @param currencies the configured currencies, in lower case; the interface carries no currency, so that an amount in
 *   any other would be billed as if it were one of these
 * @throws MedusaError of type invalid_data
 */
export function checkSessionTerms(terms: SessionTerms, currencies: readonly string[]): void {
  if (!currencies.includes(terms.currency_code.toLowerCase())) {
    refuse(
      `Invoice payment is not offered in ${terms.currency_code.toUpperCase()}, only in ${listed(currencies)}.`
    )
  }
  if (MathBN.lte(terms.amount, 0)) {
    refuse("Invoice payment needs an amount above zero.")
  }
  const foreign = foreignKeys(terms.data)
  if (foreign.length > 0) {
    refuse(
      `The payment session's data must not carry ${foreign.join(", ")}: it is stored as it is and shown by the Store API. Create the session through POST /store/payment-collections/{id}/payment-sessions, which takes the shopper's fields out of it.`
    )
  }
}

function refuse(message: string): never {
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

const listed = (currencies: readonly string[]) =>
  currencies.map((currency) => currency.toUpperCase()).join(", ")
