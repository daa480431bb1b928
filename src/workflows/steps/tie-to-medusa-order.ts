import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { CHECKOUT_GRACE } from "../../modules/e-invoice/creation/checkout-grace"
import { isEndedWithoutPayment } from "../../modules/e-invoice/status/order-status-machine"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { replacePlaceholders } from "../bill-outstanding/replace-placeholders"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { momentOf } from "../moment"
import { quietly } from "../quietly"
import {
  reopenSession,
  type UnbilledOrder,
  unbilledOrderOf,
} from "../standing-order"
import { tellOfLeftOrder } from "../sweep/tell-of-left-order"

/** Which e-invoice order is looked for. */
export type TieToMedusaOrderInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/**
 * - `tied`: a Medusa order and its payment stand for the e-invoice order, now if not before
 * - `waiting`: the checkout may still be under way
 * - `missing`: the shopper did not come back to finish the checkout, or its Medusa order could not be authorised
 * - `unclaimable`: the payment session is gone, and no Medusa order waits for it: nothing can ever claim it
 */
export type Tie = "tied" | "waiting" | "missing" | "unclaimable"

/** Id of `tieToMedusaOrderStep`. */
export const tieToMedusaOrderStepId = "tie-e-invoice-order-to-medusa-order"

/** Finds the Medusa order that an e-invoice order belongs to, and flags one that none belongs to. */
export const tieToMedusaOrderStep = createStep(
  tieToMedusaOrderStepId,
  async (
    { e_invoice_order_id: id, at }: TieToMedusaOrderInput,
    { container }
  ): Promise<StepResponse<Tie>> => {
    const eInvoice = eInvoiceModule(container)
    const { statuses, timeline } = eInvoice
    const order = await statuses.find(id)
    if (!order || (order.orderId !== null && order.paymentId !== null)) {
      return new StepResponse("tied")
    }
    const medusa = await medusaPaymentOf(container, order)
    if (medusa?.payment && medusa.order) {
      await replacePlaceholders(container, medusa.collectionId)
      await statuses.link(id, {
        orderId: medusa.order.id,
        paymentId: medusa.payment.id,
      })
      await statuses.unflag(id, "order_missing", "payment_missing")
      return new StepResponse("tied")
    }
    if (isYoung(order, momentOf(eInvoice, { at }))) {
      return new StepResponse("waiting")
    }
    const unbilled = medusa?.payment
      ? undefined
      : await unbilledOrderOf(container, order, medusa)
    const hasEnded = isEndedWithoutPayment(order.status)
    if (unbilled) {
      if (!hasEnded && (await bill(container, order, medusa, unbilled))) {
        return new StepResponse("tied")
      }
      await tellOfLeftOrder(container, {
        eInvoiceOrderId: id,
        orderId: unbilled.orderId,
      })
      return new StepResponse("missing")
    }
    if (hasEnded) {
      return new StepResponse("missing")
    }
    await statuses.flag(id, "order_missing")
    await timeline.recordOnce({
      eInvoiceOrderId: id,
      actor: "schedule",
      action: "find-medusa-order",
      outcome: "failed",
      detail: { session_gone: !isClaimable(medusa) },
    })
    return new StepResponse(isClaimable(medusa) ? "missing" : "unclaimable")
  }
)

/**
 * Makes up for an authorisation whose process was killed when the service had made its order: Medusa's order stands, and
 * lacks its payment. The provider finds the order it made, and sends nothing.
 *
 * @returns false when the provider would not have it so: a person has to look
 */
async function authorise(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<boolean> {
  const { id, paymentSessionId } = order
  const { statuses, timeline } = eInvoiceModule(container)
  const authorised = await quietly(
    { container },
    `the payment of e-invoice order ${id}`,
    () =>
      container
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(paymentSessionId, {})
  )
  const medusa = await medusaPaymentOf(container, order)
  if (!authorised || !medusa?.payment || !medusa.order) {
    return false
  }
  await replacePlaceholders(container, medusa.collectionId)
  await statuses.link(id, {
    orderId: medusa.order.id,
    paymentId: medusa.payment.id,
  })
  await statuses.unflag(id, "order_missing")
  await timeline.record({
    eInvoiceOrderId: id,
    actor: "schedule",
    action: "find-medusa-order",
    outcome: "done",
    detail: { payment_made_up_for: true },
  })
  return true
}

/**
 * Bills a Medusa order that stands through the invoice that a checkout made for it before it was cut off, also when the
 * payment session was replaced meanwhile.
 */
async function bill(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment | undefined,
  { collection }: UnbilledOrder
): Promise<boolean> {
  if (medusa?.isPayable) {
    return authorise(container, order)
  }
  const paymentSessionId =
    collection && (await reopenSession(container, order, collection))
  return (
    paymentSessionId !== undefined &&
    authorise(container, { ...order, paymentSessionId })
  )
}

/** Whether Medusa has a payment of it, or can still make one. */
const isClaimable = (medusa: MedusaPayment | undefined): boolean =>
  medusa !== undefined && (medusa.isPayable || medusa.payment !== undefined)

const isYoung = ({ sentAt, createdAt }: FollowedOrder, now: Date): boolean =>
  now.getTime() - (sentAt ?? createdAt).getTime() < CHECKOUT_GRACE
