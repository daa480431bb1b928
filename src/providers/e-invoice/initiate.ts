import type {
  InitiatePaymentInput,
  InitiatePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
} from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"

import type { ProviderDependencies } from "./dependencies"
import { readSessionData } from "./session-data"
import { checkSessionTerms } from "./session-terms"

/**
 * Opens a session without asking the service: Medusa throws sessions away on every change of the cart.
 *
 * @throws MedusaError when the currency, the amount or the data cannot be accepted
 */
export async function initiatePayment(
  { eInvoice }: ProviderDependencies,
  input: InitiatePaymentInput
): Promise<InitiatePaymentOutput> {
  checkSessionTerms(input, eInvoice.options.currencies)
  return {
    id: input.context?.idempotency_key ?? "",
    status: PaymentSessionStatus.PENDING,
    // Medusa merges this over what it was given: undefined keeps a key out of the stored session.
    data: { ...readSessionData(input.data), session_id: undefined },
  }
}

/**
 * Accepts new terms for a session, under the same conditions as a new one.
 *
 * @throws MedusaError when the currency, the amount or the data cannot be accepted
 */
export async function updatePayment(
  { eInvoice }: ProviderDependencies,
  input: UpdatePaymentInput
): Promise<UpdatePaymentOutput> {
  checkSessionTerms(input, eInvoice.options.currencies)
  return { data: { ...readSessionData(input.data) } }
}
