import { MedusaError } from "@medusajs/framework/utils"

import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { readSessionData, type SessionData } from "./session-data"

/**
 * The e-invoice order that a payment stands for.
 *
 * @param input what Medusa hands to a provider's method
 * @throws MedusaError when the payment names none, or one that is gone
 */
export async function orderOfPayment(
  { statuses }: Pick<EInvoiceModuleService, "statuses">,
  input: { data?: Record<string, unknown> }
): Promise<FollowedOrder> {
  const { e_invoice_order_id: id } = readSessionData(input.data)
  const order = id === undefined ? undefined : await statuses.find(id)
  if (!order) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "This payment names no e-invoice order, so nothing can be done about it at the service. It was not made by this plugin, or its records were deleted."
    )
  }
  return order
}

/** What a payment of ours carries. */
export const paymentDataOf = (order: FollowedOrder): SessionData => ({
  e_invoice_order_id: order.id,
  ...(order.orderUuid !== null && { order_uuid: order.orderUuid }),
  ...(order.storedStatus !== null && { status: order.storedStatus }),
})
