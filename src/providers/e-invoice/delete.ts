import type {
  DeletePaymentInput,
  DeletePaymentOutput,
} from "@medusajs/framework/types"

import type { ProviderDependencies } from "./dependencies"
import { readSessionData } from "./session-data"

/**
 * Ends a session: the shopper's data is erased. Whether an order at the service was left without an owner is for the
 * sweep to find out, which is told to look at once.
 */
export async function deletePayment(
  { eInvoice }: ProviderDependencies,
  input: DeletePaymentInput
): Promise<DeletePaymentOutput> {
  const { shopper_data_id } = readSessionData(input.data)
  if (shopper_data_id) {
    const row = await eInvoice.journal.ofShopperData(shopper_data_id)
    if (row && (row.state === "in_doubt" || row.state === "sending")) {
      await eInvoice.journal.checkSoon(row.id)
    }
    await eInvoice.shopperData.erase(shopper_data_id)
  }
  return {}
}
