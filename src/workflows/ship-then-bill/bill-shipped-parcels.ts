import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { flagsOf } from "../../modules/e-invoice/orders/flags"
import type { HeldOrder } from "../../modules/e-invoice/orders/holds"
import { nextAttemptAt } from "../../modules/e-invoice/orders/order-status"
import {
  isAskedForOutside,
  leaveToMarkAsPaid,
  oneBillAtATime,
} from "../bill-outstanding/bill-session"
import { type Outstanding, outstandingOfOrder } from "../bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { reviewFlagsOfOrder } from "../review-flags"
import { type Billing, billParcel, billsOf, type Held, HOUR, isAllAskedFor } from "./bill-parcel"
import { quantitiesOf, shippableOf, type ShippedParcel, shippedParcelsOf } from "./shipped-parcels"

export type BillShippedParcelsInput = { order_id: string }

/** Id of `billShippedParcelsWorkflow`. */
export const billShippedParcelsWorkflowId = "bill-shipped-e-invoice-parcels"

/** Id of the step that bills. */
const billShippedParcelsStepId = "bill-shipped-parcels"

/**
 * Reads what left and bills it in one step: only one process may bill an order meanwhile, and a workflow holds no lease across
 * its steps. No compensation: a bill that was sent is cancelled like any other.
 */
const billShippedParcelsStep = createStep(
  { name: billShippedParcelsStepId, maxRetries: 0 },
  async ({ order_id: orderId }: BillShippedParcelsInput, { container }) => {
    const [held] = await eInvoiceModule(container).orders.holds.ofOrder(orderId)
    if (held) {
      const isAllBilled = await oneBillAtATime(container, orderId, (lease) =>
        billWhatLeft(container, { orderId, holdId: held.id, lease })
      )
      if (isAllBilled) {
        // While parcels wait, what no parcel carries is not missed: a return that was credited and then cancelled.
        await reviewFlagsOfOrder(container, orderId)
      }
    }
    return new StepResponse(orderId)
  }
)

/**
 * Bills the parcels of a held Medusa order that left and are not billed, each by an invoice of its own; the lines of all add
 * up to the order. Each is a payment of the order, as a bill from Admin is. What cannot be billed is flagged. Repeating it
 * bills nothing twice. See docs/decisions/ship-then-bill.md.
 *
 * @example
 * await billShippedParcelsWorkflow(container).run({ input: { order_id: "order_01J..." } })
 */
export const billShippedParcelsWorkflow = createWorkflow(
  billShippedParcelsWorkflowId,
  (input: WorkflowData<BillShippedParcelsInput>): WorkflowResponse<string> =>
    new WorkflowResponse(billShippedParcelsStep(input))
)

/** What goes with the last parcel where none takes it: goods that need no shipping, and shipping that was added later. */
const REST: ShippedParcel = { id: "rest", quantities: new Map() }

const DAY = 24 * HOUR

/** @returns whether nothing of the order waits for its parcels any more, since just now */
async function billWhatLeft(container: MedusaContainer, held: Held): Promise<boolean> {
  const { clock, orders } = eInvoiceModule(container)
  const hold = await orders.holds.find(held.holdId)
  const outstanding = await outstandingOfOrder(container, held.orderId)
  if (!hold) {
    return false
  }
  if (outstanding.isCancelled) {
    await endHold(container, hold, "order-cancelled")
    return false
  }
  const parcels = await shippedParcelsOf(container, held.orderId)
  const shippable = await shippableOf(container, held.orderId, quantitiesOf(parcels))
  const billings: Billing[] = []
  const isOver = hold.shopper_data_id === null
  const rest = shippable.isAllShipped && !isOver ? [REST] : []
  for (const parcel of [...parcels, ...rest]) {
    if (parcel === REST && billings.includes("flagged")) {
      break
    }
    const billing = await billParcel(container, held, {
      parcel,
      parcels,
      withoutShipping: shippable.withoutShipping,
      isAllBilled: isOver && !flagsOf(hold.attention).includes("hold_expired"),
    })
    billings.push(billing)
    if (billing === "waiting" || billing === "away") {
      const failures = billing === "away" ? (await billsOf(container, held, parcel)).length - 1 : 0
      await orders.holds.lookAt(hold.id, nextAttemptAt(failures, clock.now()))
      return false
    }
  }
  if (billings.includes("flagged")) {
    await orders.holds.lookAt(hold.id, new Date(clock.now().getTime() + HOUR))
    return false
  }
  await orders.statuses.unflag(hold.id, "shipped_unbilled")
  const now = await outstandingOfOrder(container, held.orderId)
  // What a reservation or a link beside the order was to take is billed by the parcel where it comes to nothing.
  const mayLapse = now.open.some((bill) => bill.mayLapse)
  if (!mayLapse && (shippable.isAllShipped || (await isBilledByStaff(container, now)))) {
    await replaceHeldPayment(container, hold, now)
    await endHold(container, hold, "all-billed")
    return true
  }
  await orders.holds.lookAt(hold.id, new Date(clock.now().getTime() + (isOver ? DAY : HOUR)))
  return false
}

async function isBilledByStaff(
  container: MedusaContainer,
  outstanding: Outstanding
): Promise<boolean> {
  const invoices = await eInvoiceModule(container).orders.statuses.ofOrder(outstanding.order.id)
  return isAllAskedFor(outstanding, invoices)
}

/** A bill replaces the payment that holds the order. What a reservation took, of all of it or beside a bill, staff mark as paid. */
async function replaceHeldPayment(
  container: MedusaContainer,
  hold: HeldOrder,
  outstanding: Outstanding
): Promise<void> {
  const medusa = await medusaPaymentOf(container, {
    id: hold.id,
    paymentId: hold.payment_id,
    paymentSessionId: hold.payment_session_id,
    orderId: hold.order_id,
  })
  if (medusa?.payment && (!medusa.payment.cancelled || isAskedForOutside(outstanding))) {
    await leaveToMarkAsPaid(container, outstanding, medusa.payment.id)
  }
}

/** Erases what is kept for a hold of which nothing is left to bill, and takes its flags away. */
export async function endHold(
  container: MedusaContainer,
  hold: HeldOrder,
  why: "all-billed" | "order-cancelled" | "not-placed"
): Promise<void> {
  const { orders, timeline } = eInvoiceModule(container)
  const hadData = await orders.holds.end(hold)
  await orders.statuses.unflag(hold.id, "shipped_unbilled", "hold_expired", "placed_unbilled")
  await orders.holds.lookAt(hold.id, null)
  if (hadData) {
    await timeline.recordOnce({
      eInvoiceOrderId: hold.id,
      actor: "schedule",
      action: "end-hold",
      outcome: "done",
      detail: { why },
    })
  }
}
