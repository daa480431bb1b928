import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"

import { messageOf } from "../../modules/e-invoice/message-of"
import { readBillMark } from "./bill-mark"

/**
 * Cancels the payments that a bill stands for now: Medusa's own provider only noted that somebody will collect the money,
 * and captured beside the bill, they would count in Medusa's books as paid twice. Called before a bill is tied to its
 * Medusa order, by whoever ties it; once more does nothing more. What cannot be tidied here stays for the merchant to see.
 *
 * @param collectionId the payment collection of the bill; of any other payment it replaces nothing
 */
export async function replacePlaceholders(
  container: MedusaContainer,
  collectionId: string | undefined
): Promise<void> {
  if (collectionId === undefined) {
    return
  }
  const payments = container.resolve(Modules.PAYMENT)
  const { metadata } = await payments.retrievePaymentCollection(collectionId)
  for (const paymentId of readBillMark(metadata)?.replaces ?? []) {
    try {
      await cancelPlaceholder(container, paymentId)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `e-invoice: payment ${paymentId} was replaced by a bill and could not be cancelled: ${messageOf(error)}`
        )
    }
  }
}

async function cancelPlaceholder(container: MedusaContainer, paymentId: string): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.retrievePayment(paymentId, {
    relations: ["captures"],
  })
  if (payment.canceled_at) {
    return
  }
  // Medusa would cancel it all the same, and its money would be gone from the books.
  if (payment.captures?.length) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "somebody captured it meanwhile, so that Medusa counts the amount twice once the bill is paid."
    )
  }
  await payments.cancelPayment(paymentId)
  await payments.updatePaymentCollections(payment.payment_collection_id, {
    status: PaymentCollectionStatus.CANCELED,
  })
}
