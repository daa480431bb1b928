import type { RefundPaymentInput, RefundPaymentOutput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { toOre } from "../../mapping"
import {
  refundedOrderOf,
  refuseWhereCancelled,
  refuseWhileChanging,
} from "../../domain/refunds/medusa-order"
import { refundDependencies } from "../../domain/refunds/refund-request"
import { sendRefund } from "../../domain/refunds/send-refund"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { messageOf } from "../../modules/e-invoice/message-of"
import { actingUser } from "./acting-user"
import { type AskedRefund, askedRefund } from "./asked-refund"
import type { ProviderDependencies } from "./dependencies"
import { medusaRefundsOf } from "./medusa-refunds"
import { orderOfPayment, paymentDataOf } from "./order-of-payment"
import { refuseFractionOfOre } from "./whole-ore"

/**
 * Refunds at the service what Medusa refunds, spread over the order's lines or from those that were chosen. Medusa's
 * refund is the key: the same one is never sent twice.
 *
 * @throws MedusaError with a sentence for the merchant when the service refuses, or its answer was lost
 */
export async function refundPayment(
  dependencies: ProviderDependencies,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const { eInvoice, logger } = dependencies
  const refundId = input.context?.idempotency_key
  if (!refundId) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "A refund without the id of Medusa's own refund cannot be made safely."
    )
  }
  await refuseFractionOfOre(dependencies, refundId, input.amount)
  const order = await orderOfPayment(eInvoice, input)
  const asked = await askedRefund(dependencies, refundId)
  await refuseUnrecordable(dependencies, asked)
  await sendRefund(
    refundDependencies(eInvoice, {
      medusaRefunds: medusaRefundsOf(dependencies),
      logger,
    }),
    order,
    {
      refundId,
      amountOre: toOre(input.amount),
      actor: await actingUser(dependencies, "refund", refundId),
      rowId: asked.rowId,
    }
  )
  return { data: paymentDataOf(await orderNow(dependencies, order)) }
}

/** What the Refunds section begins is recorded without the credit that a cancelled order refuses. */
async function refuseUnrecordable(
  { query }: ProviderDependencies,
  { rowId, paymentId }: AskedRefund
): Promise<void> {
  const medusaOrder = paymentId === undefined ? undefined : await refundedOrderOf(query, paymentId)
  refuseWhileChanging(medusaOrder, "The refund was not sent")
  if (rowId === undefined) {
    refuseWhereCancelled(medusaOrder)
  }
}

/** The money is gone: that the order cannot be read again must not have Medusa take its refund back. */
async function orderNow(
  { eInvoice, logger }: ProviderDependencies,
  order: FollowedOrder
): Promise<FollowedOrder> {
  try {
    return (await eInvoice.statuses.find(order.id)) ?? order
  } catch (error) {
    logger.warn(
      `e-invoice: ${order.id} was refunded, and could not be read again: ${messageOf(error)}`
    )
    return order
  }
}
