import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"

import { isPaymentUnderWay } from "../../domain/payment-lease"
import { askedForOre } from "../../domain/refunds/credit-by-hand"
import { formatOre, toOre } from "../../mapping"
import { LEAST_ACCOUNTED, LEAST_ACCOUNTED_ORE } from "../../mapping/decimal"
import type { Lease } from "../../modules/e-invoice/leases"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isRefundedStatus } from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { collectionFor } from "../bill-outstanding/bill-session"
import { covers, leftBeside, outstandingOfOrder } from "../bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { heldBackOf } from "../ship-then-bill/lines-of-parcel"
import { openSession } from "../standing-order"

/** A change of a Medusa order that an invoice follows, under the lease of the order's bills. */
export type Change = {
  id: string
  orderId: string
  actor: TimelineActor
  namedOre: bigint | undefined
  now: Date
  lease: Lease
}

/** A payment of Medusa. */
export type Payment = NonNullable<MedusaPayment["payment"]>

/**
 * Cancels the payment of an invoice of which another amount is wanted, where Medusa left it authorised: it cancels one at most. More is
 * wanted again once a return is cancelled that the invoice was not credited for yet; less than the invoice asks for cannot be
 * told where its lines do not say so, and more than that never stays. The provider tells by the collection that this is no
 * cancellation of the invoice.
 *
 * @returns whether it was cancelled
 */
export async function releaseOtherAmount(
  container: MedusaContainer,
  order: FollowedOrder,
  { change: { orderId, lease }, keptOre }: Wanted
): Promise<boolean> {
  const medusa = await medusaPaymentOf(container, order)
  if (!medusa?.payment || medusa.payment.cancelled || medusa.payment.touched) {
    return false
  }
  const wantedOre = keptOre ?? askedForOre(order)
  const beyondOre = toOre(medusa.payment.amount) - wantedOre
  // Where the service shows a refund, staff may have given the credit that is missing here.
  const isTooLittle =
    keptOre !== undefined && beyondOre <= -LEAST_ACCOUNTED_ORE && !isRefundedStatus(order.status)
  const isOther = beyondOre >= LEAST_ACCOUNTED_ORE || isTooLittle
  if (!isOther || wantedOre <= 0n || medusa.collectionId === undefined) {
    return false
  }
  const payments = container.resolve(Modules.PAYMENT)
  const { status } = await payments.retrievePaymentCollection(medusa.collectionId)
  if (status === PaymentCollectionStatus.CANCELED) {
    // Medusa is at it, or was.
    return false
  }
  const outstanding = await outstandingOfOrder(container, orderId)
  await lease.check()
  await collectionFor(container, { ...outstanding, billable: formatOre(wantedOre) })
  await payments.updatePaymentCollections(medusa.collectionId, {
    status: PaymentCollectionStatus.CANCELED,
  })
  await payments.cancelPayment(medusa.payment.id)
  return true
}

/**
 * The payment that stands for the invoice now. Where Medusa cancelled it, a new one is authorised over what it wants instead, at
 * most what the invoice asks for; an invoice of which less is wanted is credited afterwards.
 *
 * @returns undefined where Medusa wants nothing more of the invoice
 */
export async function standingPayment(
  container: MedusaContainer,
  order: FollowedOrder,
  wanted: Wanted
): Promise<Payment | undefined> {
  const before = await medusaPaymentOf(container, order)
  if (before?.payment?.cancelled) {
    await refuseWhileCaptured(container, order, wanted.change)
  }
  if (before?.payment && !before.payment.cancelled) {
    if (before.payment.captured || !(await isBeingCancelled(container, order, before))) {
      return before.payment
    }
  } else if (before?.payment === undefined && before?.isPayable) {
    // Left by a process that ended: what is wanted may be another amount by now.
    await container.resolve(Modules.PAYMENT).deletePaymentSession(order.paymentSessionId)
  }
  const sessionId = await openWantedSession(container, order, wanted)
  if (sessionId === undefined) {
    return undefined
  }
  await container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {})
  const { statuses } = eInvoiceModule(container).orders
  const moved = await statuses.find(order.id)
  const after = moved && (await medusaPaymentOf(container, moved))
  if (!after?.payment) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa made no payment of e-invoice order ${order.id}, and gave no reason.`
    )
  }
  await statuses.link(order.id, { paymentId: after.payment.id })
  return after.payment
}

/**
 * Medusa may cancel a payment that it is capturing: both read it as it was before. Another payment beside it would be captured as well.
 *
 * @throws MedusaError conflict while a payment of the order is being recorded
 */
async function refuseWhileCaptured(
  container: MedusaContainer,
  { id }: FollowedOrder,
  { orderId }: Change
): Promise<void> {
  if (await isPaymentUnderWay(eInvoiceModule(container).leases, orderId)) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Medusa is recording a payment of e-invoice order ${id}.`
    )
  }
}

/** How long Medusa may take to cancel a payment after it asked the provider, in milliseconds. */
const CANCELLING = 60_000

/**
 * Whether Medusa is about to cancel a payment of which it told the provider already. What a killed process left so is cancelled
 * here.
 *
 * @throws MedusaError conflict while the process may be at it
 */
async function isBeingCancelled(
  container: MedusaContainer,
  { id, orderChangedAt, paid }: FollowedOrder,
  { collectionId, payment }: MedusaPayment
): Promise<boolean> {
  if (paid) {
    // The provider refuses to: the payment is captured instead.
    return false
  }
  const payments = container.resolve(Modules.PAYMENT)
  const [collection] = await payments.listPaymentCollections({ id: collectionId ?? "" })
  if (collection?.status !== PaymentCollectionStatus.CANCELED || !payment) {
    return false
  }
  const { clock } = eInvoiceModule(container)
  if (clock.now().getTime() - (orderChangedAt?.getTime() ?? 0) < CANCELLING) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Medusa is cancelling the payment of e-invoice order ${id}.`
    )
  }
  await payments.cancelPayment(payment.id)
  return true
}

/** What is wanted of an invoice. */
type Wanted = {
  readonly change: Change
  /** What the order's lines leave of it, in øre; undefined where they do not say so. */
  readonly keptOre: bigint | undefined
}

/** @returns undefined where Medusa wants nothing more of the invoice */
async function openWantedSession(
  container: MedusaContainer,
  order: FollowedOrder,
  { change: { orderId, lease }, keptOre }: Wanted
): Promise<string | undefined> {
  const { creations } = eInvoiceModule(container).orders
  const payments = container.resolve(Modules.PAYMENT)
  const outstanding = await outstandingOfOrder(container, orderId)
  // What waits for its parcels is no invoice's yet.
  const spoken = [...outstanding.open, ...(await heldBackOf(container, outstanding))]
  const wanted = leftBeside(outstanding.pending, spoken, [order.id, order.paymentId]).toFixed()
  const askedOre = askedForOre(order)
  const billable = billableOf({ wanted, keptOre, askedOre })
  if (askedOre <= 0n || billable === undefined) {
    return undefined
  }
  await lease.check()
  const collectionId = await collectionFor(container, { ...outstanding, billable })
  await payments.updatePaymentCollections(collectionId, { amount: billable })
  const { currencyCode } = outstanding
  const sessionId = await openSession(
    container,
    { collectionId, currencyCode, amount: billable },
    (to) => creations.followTo(order.id, order.paymentSessionId, { sessionId: to, collectionId })
  )
  if (sessionId === undefined) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Another payment stands for e-invoice order ${order.id} since a moment ago.`
    )
  }
  return sessionId
}

/**
 * What an invoice is authorised over: what the order's lines leave of it. Where these agree with Medusa's own amount, that,
 * which may carry a fraction of an øre; and where they say nothing, at most what the invoice asks for.
 *
 * @param amounts.wanted what Medusa has pending beside the other invoices; decimal major units
 */
function billableOf({
  wanted,
  keptOre,
  askedOre,
}: {
  wanted: string
  keptOre: bigint | undefined
  askedOre: bigint
}): string | undefined {
  const kept = keptOre === undefined ? undefined : formatOre(keptOre)
  if (kept !== undefined && MathBN.gte(MathBN.abs(MathBN.sub(wanted, kept)), LEAST_ACCOUNTED)) {
    return kept
  }
  if (!covers(wanted, "0")) {
    return undefined
  }
  return toOre(wanted) > askedOre ? formatOre(askedOre) : wanted
}
