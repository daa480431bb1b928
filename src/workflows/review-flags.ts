import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { flagsWithoutCause, isJudged, NEED_PAYMENTS, wentBack } from "../domain/status/flag-causes"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { outstandingOfOrder } from "./bill-outstanding/outstanding-of-order"
import { isOwed, reviewSecondBills } from "./bill-outstanding/second-bills"
import { eInvoiceModule } from "./e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "./medusa-payment"

/** Below this, amounts differ only by how Medusa divided; major units. */
const LEAST_AMOUNT = 0.01

/**
 * Takes away the flags of a Medusa order's e-invoices whose cause is gone: one invoice may have been billed in place of
 * another. Flags those by which the customer is asked for more than the order's price, as where another payment of it
 * was captured.
 */
export async function reviewFlagsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const orders = await statuses.ofOrder(orderId)
  await review(container, orders)
  await flagOverbilled(container, orderId, orders)
}

async function flagOverbilled(
  container: MedusaContainer,
  orderId: string,
  orders: readonly FollowedOrder[]
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const asking = orders.filter((order) => isOwed(order) && order.paymentId !== null && !order.paid)
  if (asking.length === 0 || !(await paymentsOf(container, orderId)).isOverbilled) {
    return
  }
  for (const { id } of asking) {
    await eInvoice.orders.statuses.flag(id, "overbilled")
    await eInvoice.timeline.recordOnce({
      eInvoiceOrderId: id,
      actor: "medusa",
      action: "overbilled",
      outcome: "failed",
    })
  }
}

/** The same for one e-invoice order, and for the others of its Medusa order. */
export async function reviewFlags(container: MedusaContainer, id: string): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const order = await statuses.find(id)
  if (order) {
    await review(
      container,
      order.orderId === null ? [order] : await statuses.ofOrder(order.orderId)
    )
  }
}

async function review(container: MedusaContainer, orders: readonly FollowedOrder[]): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  for (const order of orders.filter(({ flags }) => flags.some(isJudged))) {
    const medusa = await medusaPaymentOf(container, order)
    const gone = flagsWithoutCause(order.flags, {
      order,
      wentBack: wentBack(order),
      orderStands: medusa?.order?.cancelled === false,
      payment: medusa?.payment,
      isOrderedTwice: medusa?.isOrderedTwice ?? false,
      ...(await paymentsIfTheyCount(container, order, medusa)),
    })
    if (gone.length > 0) {
      await statuses.unflag(order.id, ...gone)
    }
  }
  await reviewSecondBills(container, orders)
}

const paymentsIfTheyCount = async (
  container: MedusaContainer,
  { flags }: FollowedOrder,
  medusa: MedusaPayment | undefined
): Promise<Payments> =>
  medusa?.order?.cancelled === false && NEED_PAYMENTS.some((flag) => flags.includes(flag))
    ? paymentsOf(container, medusa.order.id)
    : { isBilled: false, isOverbilled: false }

/** What the payments of a Medusa order stand for: captured, or authorised by another provider than Medusa's own. */
type Payments = {
  /** All of its price. */
  readonly isBilled: boolean
  /** More than its price. */
  readonly isOverbilled: boolean
}

async function paymentsOf(container: MedusaContainer, orderId: string): Promise<Payments> {
  const { pending, authorised } = await outstandingOfOrder(container, orderId)
  const left = MathBN.sub(pending, authorised)
  return {
    isBilled: MathBN.lt(left, LEAST_AMOUNT),
    isOverbilled: MathBN.lte(left, -LEAST_AMOUNT),
  }
}

/** Whether payments stand for all of a Medusa order's price. */
export const isBilled = async (container: MedusaContainer, orderId: string): Promise<boolean> =>
  (await paymentsOf(container, orderId)).isBilled

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
