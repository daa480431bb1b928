import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"

import { ConnectError, OperationDisabledError } from "../connect"
import {
  flagsWithoutCause,
  isJudged,
  NEED_PAYMENTS,
  isFullyRefunded,
} from "../domain/status/order-warnings"
import { placedOrderFields, placedOrdersSchema } from "../domain/medusa-orders"
import { isPaymentUnderWay } from "../domain/payments-in-turn"
import { LEAST_AMOUNT } from "../mapping"
import { awaitsParcels } from "../modules/e-invoice/orders/holds"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { isOwed, reviewSecondBills } from "./bill-outstanding/open-bills"
import {
  leftBeside,
  outstandingOfOrder,
  whyNotBillable,
} from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { type JudgedInvoices, judgeInvoices, LEAST_ACCOUNTED } from "./judge-invoices"
import { type MedusaPayment, medusaPaymentOf } from "./medusa-payment"
import { heldBackOf, isStanding } from "./ship-then-bill/lines-of-parcel"

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
  await flagAmounts(container, orderId, orders)
  await flagSetOff(container, orderId)
}

/** Flags invoices that ask for more than the order's price, and an order of whose price a change left a part unbilled. */
async function flagAmounts(
  container: MedusaContainer,
  orderId: string,
  orders: readonly FollowedOrder[]
): Promise<void> {
  const asking = orders.filter((order) => isOwed(order) && order.paymentId !== null && !order.paid)
  const standing = orders.filter(isStanding)
  const isChanged = standing.length > 0 && (await hasChanged(container, orderId))
  if (asking.length === 0 && !isChanged) {
    return
  }
  const payments = await paymentsOf(container, orderId)
  await flagOverbilled(container, orderId, { asking, payments })
  const last = standing.at(-1)
  const isFollowing = orders.some(({ orderChangedAt }) => orderChangedAt !== null)
  if (!last || !isChanged || !payments.isUnbilled || isFollowing) {
    return
  }
  const { leases, orders: journal } = eInvoiceModule(container)
  // Medusa writes a refund before its credit: in between it says that the refund is outstanding.
  if (!(await isPaymentUnderWay(leases, orderId))) {
    await journal.statuses.flag(last.id, "change_unbilled")
  }
}

/**
 * Finds out what to do where invoices ask for more than the order's price: those that bill what went of the order follow it,
 * goods of paid ones are to be refunded, and what neither explains is flagged as it is.
 */
async function flagOverbilled(
  container: MedusaContainer,
  orderId: string,
  { asking, payments }: { asking: readonly FollowedOrder[]; payments: Payments }
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  if (!payments.isOverbilled || (asking.length === 0 && !payments.isNetted)) {
    return
  }
  if (await isExplained(container, orderId, payments)) {
    for (const { id } of asking.filter(({ flags }) => flags.includes("overbilled"))) {
      await eInvoice.orders.statuses.unflag(id, "overbilled")
    }
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

/** Whether the order's lines say which invoices ask for too much: these follow the order, or are flagged for a refund. */
async function isExplained(
  container: MedusaContainer,
  orderId: string,
  { isNetted }: Payments
): Promise<boolean> {
  const { orders } = eInvoiceModule(container)
  const judged = await judgedIfTold(container, orderId)
  const returned = isNetted ? [...(judged?.returned ?? [])].map(([id]) => id) : []
  for (const id of returned) {
    await orders.statuses.flag(id, "return_unrefunded")
  }
  for (const { id, orderChangedAt } of await orders.statuses.ofOrder(orderId)) {
    if (orderChangedAt === null && judged?.tooMuch.includes(id)) {
      await orders.statuses.orderChanged(id)
    }
  }
  // One that follows the order is judged again once it has; where the service does not credit it, it is flagged by itself.
  const following = (await orders.statuses.ofOrder(orderId)).filter(
    ({ orderChangedAt, flags }) => orderChangedAt !== null && !flags.includes("change_not_followed")
  )
  return returned.length > 0 || following.length > 0
}

/**
 * Flags paid invoices of goods that Medusa sets off against what came at another VAT rate: refunded or billed as one amount, its
 * VAT is that of neither.
 */
async function flagSetOff(container: MedusaContainer, orderId: string): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const isPaid = (await statuses.ofOrder(orderId)).some((order) => isStanding(order) && order.paid)
  if (isPaid && (await hasChanged(container, orderId))) {
    for (const id of (await judgedIfTold(container, orderId))?.setOff ?? []) {
      await statuses.flag(id, "return_unrefunded")
    }
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
      isSetOff: await isSetOff(container, order, medusa),
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
    : NO_PAYMENTS

/** Whether Medusa owes less than the goods of a flagged invoice; true while the service cannot tell its lines. */
async function isSetOff(
  container: MedusaContainer,
  { id, flags }: FollowedOrder,
  medusa: MedusaPayment | undefined
): Promise<boolean> {
  if (!flags.includes("return_unrefunded") || medusa?.order?.cancelled !== false) {
    return false
  }
  try {
    return (await judgeInvoices(container, medusa.order.id))?.setOff.includes(id) ?? false
  } catch (error) {
    if (error instanceof ConnectError) {
      return !(error instanceof OperationDisabledError)
    }
    throw error
  }
}

/** Payments of a Medusa order that count: captured, or authorised by another provider than Medusa's own. */
type Payments = {
  /** All of its price. */
  readonly isBilled: boolean
  /** More than its price, with what waits for its parcels. */
  readonly isOverbilled: boolean
  /** Medusa takes what it owes for one payment off what it waits for otherwise. */
  readonly isNetted: boolean
  /** Less than its price is paid and asked for, and none of the rest waits for its parcels. */
  readonly isUnbilled: boolean
  /** How much more than the price is asked for: decimal major units; zero or below where it is not more. */
  readonly beyond: string
}

const NO_PAYMENTS: Payments = {
  isBilled: false,
  isOverbilled: false,
  isNetted: false,
  isUnbilled: false,
  beyond: "0",
}

export async function paymentsOf(container: MedusaContainer, orderId: string): Promise<Payments> {
  const outstanding = await outstandingOfOrder(container, orderId)
  const held = await heldBackOf(container, outstanding)
  const left = MathBN.sub(outstanding.pending, outstanding.authorised)
  const beside = leftBeside(left, held)
  // What waits for its parcels is worked out in whole øre.
  const isOverbilled = MathBN.lte(beside, -(held.length > 0 ? LEAST_ACCOUNTED : LEAST_AMOUNT))
  return {
    isBilled: MathBN.lt(left, LEAST_AMOUNT),
    isOverbilled,
    isNetted: isOverbilled && (MathBN.gt(outstanding.authorised, 0) || held.length > 0),
    isUnbilled:
      whyNotBillable(outstanding) === undefined &&
      !(await eInvoiceModule(container).orders.holds.ofOrder(orderId)).some(awaitsParcels),
    beyond: MathBN.mult(beside, -1).toFixed(),
  }
}

/** @returns undefined also where the service cannot tell the lines of an invoice */
export const judgedIfTold = (
  container: MedusaContainer,
  orderId: string,
  refundId?: string
): Promise<JudgedInvoices | undefined> =>
  judgeInvoices(container, orderId, refundId).catch((error: unknown) => {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  })

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
        await flagAmounts(container, order.orderId, orders)
        await flagSetOff(container, order.orderId)
      }
    } else {
      await reviewFlags(container, id)
    }
    return new StepResponse()
  }
)

/** Whether a Medusa order ever changed. Each change of a status asks, so it is told by one short reading. */
export async function hasChanged(container: MedusaContainer, orderId: string): Promise<boolean> {
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
    payment_collection: z.object({ order: placedOrdersSchema }).nullish(),
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
    fields: placedOrderFields.map((field) => `payment_collection.order.${field}`),
    filters: { id: paymentId },
  })
  for (const { id } of payments.parse(data)[0]?.payment_collection?.order ?? []) {
    await reviewFlagsOfOrder(container, id)
  }
}
