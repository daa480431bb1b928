import type { CancelPaymentInput, CancelPaymentOutput } from "@medusajs/framework/types"

import { cancelAtService } from "../../domain/status/cancel-at-service"
import { notAllowed, refusal } from "../../domain/refusal"
import type { ProviderDependencies } from "./dependencies"
import { orderOfPayment, paymentDataOf } from "./order-of-payment"

/** What the service keeps as the reason. */
const CANCELLATION_NOTE = "Cancelled in the store"

/**
 * Cancels the invoice at the service along with the Medusa payment.
 *
 * @throws MedusaError with a sentence for the merchant when the service refuses, as after payment, or cannot be asked;
 *   in the latter case the sweep goes on trying
 */
export async function cancelPayment(
  { eInvoice }: ProviderDependencies,
  input: CancelPaymentInput
): Promise<CancelPaymentOutput> {
  // Without a payment's id Medusa could not write the payment, because another process wrote it first: the order is its.
  if (!input.context?.idempotency_key) {
    return {}
  }
  const order = await orderOfPayment(eInvoice, input)
  if (order.status === "EXPIRED") {
    // As it is, nobody is billed for it: its payment is released. Whether anybody may be is for the Medusa order to say.
    return { data: paymentDataOf(order) }
  }
  try {
    const cancellation = await cancelAtService(eInvoice, order, {
      note: CANCELLATION_NOTE,
      actor: "medusa",
    })
    if (cancellation.outcome === "refused") {
      throw notAllowed(`The invoice was not cancelled. ${cancellation.why}`)
    }
  } catch (error) {
    throw refusal("The invoice was not cancelled yet", error)
  }
  return {
    data: paymentDataOf((await eInvoice.statuses.find(order.id)) ?? order),
  }
}
