import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { flagsWithoutCause, isJudged, NEED_BILLED, wentBack } from "../domain/status/flag-causes"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { outstandingOfOrder } from "./bill-outstanding/outstanding-of-order"
import { reviewSecondBills } from "./bill-outstanding/second-bills"
import { eInvoiceModule } from "./e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "./medusa-payment"

/** Below this, amounts differ only by how Medusa divided; major units. */
const LEAST_AMOUNT = 0.01

/**
 * Takes away the flags of a Medusa order's e-invoices whose cause is gone: one invoice may have been billed in place of
 * another.
 */
export async function reviewFlagsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  await review(container, await statuses.ofOrder(orderId))
}

/** The same for one e-invoice order, and for the others of its Medusa order. */
export async function reviewFlags(container: MedusaContainer, id: string): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  const order = await statuses.find(id)
  if (order) {
    await review(
      container,
      order.orderId === null ? [order] : await statuses.ofOrder(order.orderId)
    )
  }
}

async function review(container: MedusaContainer, orders: readonly FollowedOrder[]): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  for (const order of orders.filter(({ flags }) => flags.some(isJudged))) {
    const medusa = await medusaPaymentOf(container, order)
    const gone = flagsWithoutCause(order.flags, {
      order,
      wentBack: wentBack(order),
      orderStands: medusa?.order?.cancelled === false,
      payment: medusa?.payment,
      isOrderedTwice: medusa?.isOrderedTwice ?? false,
      isBilled: await isBilledIfItCounts(container, order, medusa),
    })
    if (gone.length > 0) {
      await statuses.unflag(order.id, ...gone)
    }
  }
  await reviewSecondBills(container, orders)
}

const isBilledIfItCounts = async (
  container: MedusaContainer,
  { flags }: FollowedOrder,
  medusa: MedusaPayment | undefined
): Promise<boolean> =>
  medusa?.order?.cancelled === false &&
  NEED_BILLED.some((flag) => flags.includes(flag)) &&
  (await isBilled(container, medusa.order.id))

/** Whether payments stand for all of a Medusa order's price: captured, or authorised by another provider than Medusa's own. */
export async function isBilled(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { pending, authorised } = await outstandingOfOrder(container, orderId)
  return MathBN.lt(MathBN.sub(pending, authorised), LEAST_AMOUNT)
}

/** Whose flags are reviewed. */
export type ReviewFlagsInput = { e_invoice_order_id: string }

/** Id of `reviewFlagsStep`. */
export const reviewFlagsStepId = "review-e-invoice-order-flags"

/** Takes away the flags whose cause is gone: of an e-invoice order, and of the others of its Medusa order. */
export const reviewFlagsStep = createStep(
  reviewFlagsStepId,
  async ({ e_invoice_order_id: id }: ReviewFlagsInput, { container }) => {
    await reviewFlags(container, id)
    return new StepResponse()
  }
)
