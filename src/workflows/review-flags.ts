import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"

import {
  flagsWithoutCause,
  isJudged,
  NEED_PAYMENTS,
  isFullyRefunded,
} from "../domain/status/order-warnings"
import { LEAST_AMOUNT } from "../mapping"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { isOwed, reviewSecondBills } from "./bill-outstanding/open-bills"
import { outstandingOfOrder } from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { type MedusaPayment, medusaPaymentOf, orderFields, ordersSchema } from "./medusa-payment"

/**
 * Removes the flags of a Medusa order's e-invoices whose cause is gone: one invoice may replace another. Flags invoices that
 * ask the customer for more than the order's price, for example after another payment of the order was captured.
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

/** Removes settled flags of an e-invoice order and of the others of its Medusa order. */
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
      isFullyRefunded: isFullyRefunded(order),
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

/** Payments of a Medusa order that count: captured, or authorised by another provider than Medusa's own. */
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

export type ReviewFlagsInput = { e_invoice_order_id: string }

/** Id of `reviewFlagsStep`. */
export const reviewFlagsStepId = "review-e-invoice-order-flags"

/**
 * Reviews the flags of an e-invoice order and of the others of its Medusa order. Also makes up for the event of an order change
 * that was missed.
 */
export const reviewFlagsStep = createStep(
  reviewFlagsStepId,
  async ({ e_invoice_order_id: id }: ReviewFlagsInput, { container }) => {
    const { statuses } = eInvoiceModule(container).orders
    const order = await statuses.find(id)
    if (order?.orderId) {
      const orders = await statuses.ofOrder(order.orderId)
      await review(container, orders)
      if (await hasChanged(container, order.orderId)) {
        await flagOverbilled(container, order.orderId, orders)
      }
    } else {
      await reviewFlags(container, id)
    }
    return new StepResponse()
  }
)

/** Whether a Medusa order ever changed. Each change of a status asks, so it is told by one short reading. */
async function hasChanged(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "version"],
    filters: { id: orderId },
  })
  return versions.parse(data).some(({ version }) => version !== 1)
}

const versions = z.array(z.object({ version: z.number().optional() }))

const payments = z.array(
  z.object({
    payment_collection: z.object({ order: ordersSchema }).nullish(),
  })
)

/** Removes the flags that a captured payment, of any provider, has settled. */
export async function followCapturedPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: orderFields.map((field) => `payment_collection.order.${field}`),
    filters: { id: paymentId },
  })
  for (const { id } of payments.parse(data)[0]?.payment_collection?.order ?? []) {
    await reviewFlagsOfOrder(container, id)
  }
}
