import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import type { HeldOrder } from "../../modules/e-invoice/orders/holds"
import { CHECKOUT_GRACE } from "../../modules/e-invoice/orders/creations"
import { oneBillAtATime } from "../bill-outstanding/bill-session"
import { covers, outstandingOfOrder } from "../bill-outstanding/outstanding-of-order"
import { logErrors, type SweepTerms } from "../background-work"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { billShippedParcelsWorkflow, endHold } from "../ship-then-bill/bill-shipped-parcels"

const HOUR = 60 * 60_000

/**
 * Looks at checkouts that wait for their parcels: bills those whose event was lost, erases what is kept of the shopper where no
 * order came of the checkout or its days are over, and tells staff of what is left then.
 */
export async function sweepHeldOrders(terms: SweepTerms): Promise<void> {
  const { container, now, batch, lease } = terms
  for (const hold of await eInvoiceModule(container).orders.holds.takeDue(now, batch)) {
    await lease.check()
    await logErrors({ container }, `held order ${hold.id}`, () => seeTo(container, hold, now))
  }
}

async function seeTo(container: MedusaContainer, hold: HeldOrder, now: Date): Promise<void> {
  const { holds } = eInvoiceModule(container).orders
  const medusa = await medusaPaymentOf(container, {
    id: hold.id,
    paymentId: hold.payment_id,
    paymentSessionId: hold.payment_session_id,
    orderId: hold.order_id,
  })
  const isOver = hold.hold_until <= now
  if (!medusa?.order) {
    const mayCome =
      !isOver &&
      (medusa?.payment?.cancelled === false ||
        hold.created_at.getTime() + CHECKOUT_GRACE > now.getTime())
    await (mayCome
      ? holds.lookAt(hold.id, new Date(now.getTime() + HOUR))
      : endHold(container, hold, "not-placed"))
    return
  }
  if (medusa.order.cancelled) {
    await endHold(container, hold, "order-cancelled")
    return
  }
  if (hold.order_id !== medusa.order.id) {
    if (await isPaidOtherwise(container, medusa.order.id, hold)) {
      await endHold(container, hold, "not-placed")
      return
    }
    await holds.claim(hold.id, { orderId: medusa.order.id, cartId: hold.cart_id })
  }
  if (!medusa.payment && medusa.isPayable && hold.shopper_data_id !== null) {
    await makePayment(container, hold, medusa.order.id)
  }
  if (isOver) {
    await expire(container, hold)
  }
  await billShippedParcelsWorkflow(container).run({ input: { order_id: medusa.order.id } })
}

/**
 * Makes the payment of a hold, of which a killed process left its order without. Nothing is sent by that. A parcel's bill replaces
 * the payment: where one is out before, another process may be about to send it, and a payment beside it would stay.
 */
const makePayment = (container: MedusaContainer, hold: HeldOrder, orderId: string): Promise<void> =>
  oneBillAtATime(container, orderId, async () => {
    const invoices = await eInvoiceModule(container).orders.statuses.ofOrder(orderId)
    if (!invoices.some(({ fulfillmentId }) => fulfillmentId !== null)) {
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(hold.payment_session_id, {})
    }
  })

/** Whether a Medusa order on the hold's collection is another checkout's: one that failed with the hold, and was paid another way. */
async function isPaidOtherwise(
  container: MedusaContainer,
  orderId: string,
  hold: HeldOrder
): Promise<boolean> {
  const { billable, open, placeholders } = await outstandingOfOrder(container, orderId)
  return (
    !covers(billable, "0") || [...open, ...placeholders].some(({ id }) => id !== hold.payment_id)
  )
}

async function expire(container: MedusaContainer, hold: HeldOrder): Promise<void> {
  const { orders, timeline } = eInvoiceModule(container)
  if (hold.shopper_data_id === null) {
    return
  }
  // First: goods that leave after a hold without this flag count as billed.
  await orders.statuses.flag(hold.id, "hold_expired")
  await orders.holds.end(hold)
  await timeline.recordOnce({
    eInvoiceOrderId: hold.id,
    actor: "schedule",
    action: "end-hold",
    outcome: "failed",
    detail: { why: "expired" },
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `e-invoice: what the shopper of Medusa order ${hold.order_id} entered was kept for its days and is erased; what is left of the order is not billed by itself (${hold.id}).`
    )
}
