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

/** Which e-invoice order is looked for. */
export type TieToMedusaOrderInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/**
 * - `tied`: a Medusa order and its payment stand for the e-invoice order, now if not before
 * - `waiting`: the checkout may still be under way
 * - `missing`: the shopper did not come back to finish the checkout
 * - `unclaimable`: the payment session is gone, so nothing in Medusa can ever claim it
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
    if (isEndedWithoutPayment(order.status)) {
      return new StepResponse("missing")
    }
    const lacksPayment =
      medusa?.isPayable && medusa.order && !medusa.order.cancelled
    if (lacksPayment && (await authorise(container, order))) {
      return new StepResponse("tied")
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

/** Whether Medusa has a payment of it, or can still make one. */
const isClaimable = (medusa: MedusaPayment | undefined): boolean =>
  medusa !== undefined && (medusa.isPayable || medusa.payment !== undefined)

const isYoung = ({ sentAt, createdAt }: FollowedOrder, now: Date): boolean =>
  now.getTime() - (sentAt ?? createdAt).getTime() < CHECKOUT_GRACE
