import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { isDeclined } from "../../domain/failure"
import { messageOf } from "../../modules/e-invoice/message-of"
import { CHECKOUT_GRACE, mayBeInCheckout } from "../../modules/e-invoice/orders/creations"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isEndedWithoutPayment } from "../../modules/e-invoice/orders/order-status"
import { replacePlaceholders } from "../bill-outstanding/bill-session"
import { flagSecondBill } from "../bill-outstanding/open-bills"
import { covers } from "../bill-outstanding/outstanding-of-order"
import { callStaff } from "../call-staff"
import { eInvoiceModule, momentOf } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { reviewFlagsOfOrder } from "../review-flags"
import {
  aloneWithCart,
  isBilledOtherwise,
  isLeftFor,
  reopenSession,
  type StandingOrder,
  standingOrderOf,
} from "../standing-order"
import { flagLeftOrder } from "../sweep/sweep-left-orders"

export type LinkMedusaOrderInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/**
 * - `linked`: a Medusa order and its payment stand for the e-invoice order, now if not before
 * - `waiting`: the checkout may still be under way
 * - `missing`: the shopper did not finish the checkout, or its Medusa order could not be authorised
 * - `unclaimable`: nothing can ever claim it: the payment session is gone and no Medusa order waits for it, or the Medusa
 *   order is paid another way or is not what the invoice is for
 * - `second`: staff billed the Medusa order once more; both bills are flagged, and this one is not booked
 */
export type MedusaLink = "linked" | "waiting" | "missing" | "unclaimable" | "second"

/** Id of `linkMedusaOrderStep`. */
export const linkMedusaOrderStepId = "link-e-invoice-order-to-medusa-order"

/** Links an e-invoice order to its Medusa order and payment, and flags it when there are none. */
export const linkMedusaOrderStep = createStep(
  linkMedusaOrderStepId,
  async (
    { e_invoice_order_id: id, at }: LinkMedusaOrderInput,
    { container }
  ): Promise<StepResponse<MedusaLink>> => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const order = await statuses.find(id)
    if (!order || (order.orderId !== null && order.paymentId !== null)) {
      return new StepResponse("linked")
    }
    const medusa = await medusaPaymentOf(container, order)
    if (medusa?.payment && medusa.order) {
      await linkTo(container, id, {
        orderId: medusa.order.id,
        paymentId: medusa.payment.id,
        collectionId: medusa.collectionId,
      })
      await statuses.unflag(id, "order_missing", "payment_missing")
      return new StepResponse("linked")
    }
    const now = momentOf(eInvoice, { at })
    if (now < graceEnd(order)) {
      return new StepResponse("waiting")
    }
    const standing = medusa?.payment ? undefined : await standingOrderOf(container, order, medusa)
    // A later checkout of the same cart may be at work on it, and take it back: servers need not share a lock.
    if (standing?.createdAt && mayBeInCheckout(standing.createdAt, now)) {
      return new StepResponse("waiting")
    }
    const hasEnded = isEndedWithoutPayment(order.status)
    if (standing) {
      const billing = await billed(container, order, { standing, hasEnded })
      if (billing === "done") {
        return new StepResponse("linked")
      }
      if (billing !== "otherwise") {
        await flagLeftOrder(container, {
          eInvoiceOrderId: id,
          orderId: standing.orderId,
        })
        return new StepResponse(billing === "unfit" && !hasEnded ? "unclaimable" : "missing")
      }
    }
    if (hasEnded) {
      return new StepResponse("missing")
    }
    if (standing?.bill && (await flagSecondBill(container, order, standing.orderId))) {
      await statuses.unflag(id, "order_missing")
      return new StepResponse("second")
    }
    await callStaff(container, id, "order_missing", {
      actor: "schedule",
      action: "find-medusa-order",
      detail: {
        session_gone: !isClaimable(medusa),
        ...(standing && { paid_another_way: true }),
      },
    })
    return new StepResponse(
      isClaimable(medusa) && (!standing || standing.bill) ? "missing" : "unclaimable"
    )
  }
)

/**
 * The outcome of billing a standing Medusa order through the invoice that a checkout made for it:
 * - `done`: its payment is authorised
 * - `otherwise`: other payments or bills cover all of its price
 * - `unfit`: the invoice is for another amount, or has ended
 * - `failed`: to be tried again
 */
type Billing = "done" | "otherwise" | "unfit" | "failed"

/** Reads again under the cart's lock: Medusa may be creating another payment at this moment. */
async function billed(
  container: MedusaContainer,
  order: FollowedOrder,
  { standing, hasEnded }: { standing: StandingOrder; hasEnded: boolean }
): Promise<Billing> {
  if (isBilledOtherwise(standing)) {
    return "otherwise"
  }
  if (hasEnded) {
    return "unfit"
  }
  return aloneWithCart(container, standing.cartId, async () => {
    const medusa = await medusaPaymentOf(container, order)
    const now = await standingOrderOf(container, order, medusa)
    if (!now || medusa?.payment) {
      return "failed"
    }
    if (isBilledOtherwise(now)) {
      return "otherwise"
    }
    return isLeftFor(now, order) ? bill(container, order, medusa, now) : "unfit"
  })
}

/** Also when the payment session was replaced meanwhile. */
async function bill(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment | undefined,
  { collection }: StandingOrder
): Promise<Billing> {
  if (medusa?.isPayable) {
    return authorise(container, order)
  }
  if (!collection || !covers(order.grandTotal, collection.raw_amount)) {
    return "unfit"
  }
  const paymentSessionId = await reopenSession(container, order, collection)
  if (paymentSessionId === undefined) {
    return "failed"
  }
  const billing = await authorise(container, { ...order, paymentSessionId })
  if (billing === "unfit") {
    await container.resolve(Modules.PAYMENT).deletePaymentSession(paymentSessionId)
  }
  return billing
}

/**
 * Repeats an authorisation whose process was killed after the service had created the order: Medusa's order stands without
 * its payment. The provider finds the order it created, and sends nothing.
 */
async function authorise(container: MedusaContainer, order: FollowedOrder): Promise<Billing> {
  const { id, paymentSessionId } = order
  const { timeline, orders } = eInvoiceModule(container)
  const { statuses } = orders
  try {
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(paymentSessionId, {})
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `e-invoice: the payment of e-invoice order ${id} could not be authorised: ${messageOf(error)}`
      )
    return isDeclined(error) ? "unfit" : "failed"
  }
  const medusa = await medusaPaymentOf(container, order)
  if (!medusa?.payment || !medusa.order) {
    return "failed"
  }
  await linkTo(container, id, {
    orderId: medusa.order.id,
    paymentId: medusa.payment.id,
    collectionId: medusa.collectionId,
  })
  await statuses.unflag(id, "order_missing")
  await timeline.record({
    eInvoiceOrderId: id,
    actor: "schedule",
    action: "find-medusa-order",
    outcome: "done",
    detail: { payment_made_up_for: true },
  })
  return "done"
}

/** Links an e-invoice order to its Medusa order and payment; cancels the payments that the bill replaces. */
async function linkTo(
  container: MedusaContainer,
  id: string,
  linked: { orderId: string; paymentId: string; collectionId: string | undefined }
): Promise<void> {
  const { orderId, paymentId, collectionId } = linked
  const areReplaced = await replacePlaceholders(container, collectionId)
  await eInvoiceModule(container).orders.statuses.link(id, { orderId, paymentId })
  if (!areReplaced) {
    await reviewFlagsOfOrder(container, orderId)
  }
}

/** Whether Medusa has a payment of it, or can still make one. */
const isClaimable = (medusa: MedusaPayment | undefined): boolean =>
  medusa !== undefined && (medusa.isPayable || medusa.payment !== undefined)

/** Until when the checkout of an order without a Medusa order may still be under way. */
export const graceEnd = ({
  sentAt,
  createdAt,
}: Pick<FollowedOrder, "sentAt" | "createdAt">): Date => graceAfter(sentAt ?? createdAt)

const graceAfter = (began: Date): Date => new Date(began.getTime() + CHECKOUT_GRACE)
