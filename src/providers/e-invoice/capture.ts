import type { CapturePaymentInput, CapturePaymentOutput } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { OperationDisabledError } from "../../connect"
import { notAllowed, refusal } from "../../domain/failure"
import { orderCounting, placedOrderFields, placedOrdersSchema } from "../../domain/medusa-orders"
import { answerMedusa } from "../../domain/payment-lease"
import { isPaidLess } from "../../domain/refunds/send-credit"
import { reconcileStatus, lookUpStatus } from "../../domain/status/reconcile-status"
import { formatOre, toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  countsAsCaptured,
  isRefundedStatus,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { ProviderDependencies } from "./dependencies"
import { actingUser, orderOfPayment, paymentDataOf } from "./payment"

/**
 * Lets Medusa capture a payment whose invoice counts as captured. No money moves: the customer pays the service.
 *
 * @throws MedusaError with a sentence that names the status and what to do, when the invoice is not paid
 */
export async function capturePayment(
  dependencies: ProviderDependencies,
  input: CapturePaymentInput
): Promise<CapturePaymentOutput> {
  const { eInvoice } = dependencies
  const order = await orderOfPayment(eInvoice, input)
  if (order.holdUntil) {
    throw notAllowed(
      "The payment was not captured: it only holds the order until it is shipped. Each parcel is billed when it is shipped, and its own payment is captured once the service reports its invoice paid."
    )
  }
  const payment = await medusaPaymentOf(dependencies, order)
  const write = {
    orderId: payment?.orderId,
    paymentId: payment?.id ?? "",
    of: "capture" as const,
  }
  return answerMedusa(eInvoice.leases, write, async (lease) => {
    const captured = await capture(dependencies, order, {
      captureId: input.context?.idempotency_key,
      // Where the order changed, the payment is over less than the invoice was.
      whole: payment?.amount ?? order.grandTotal,
    })
    // No money moved: what another process may be writing by now, this one must not add to.
    await lease.check()
    return captured
  })
}

/** What Medusa wrote down of a capture before it asked the provider, and the whole of the payment it is of. */
type AskedCapture = {
  readonly captureId: string | undefined
  /** Decimal major units. */
  readonly whole: string | number
}

async function capture(
  dependencies: ProviderDependencies,
  order: FollowedOrder,
  { captureId, whole }: AskedCapture
): Promise<CapturePaymentOutput> {
  const { eInvoice } = dependencies
  const actor = await actingUser(dependencies, "capture", captureId)
  const record = (outcome: "done" | "refused", detail: Record<string, string | boolean | null>) =>
    eInvoice.timeline.recordOnce({
      eInvoiceOrderId: order.id,
      actor,
      action: "capture",
      outcome,
      detail,
    })

  await refuseInPart(dependencies, { captureId, whole })
  if (await isPaidLess(eInvoice, order, toOre(whole))) {
    throw notAllowed(
      "The payment was not captured: its invoice was or may have been credited since, so the customer may have paid less. If that credit is in doubt, say in the order's Refunds section what became of it; otherwise try again in a moment."
    )
  }
  const known = await knownNow(eInvoice, order, actor)
  const { capturedStatuses } = eInvoice.options
  if (countsAsCaptured(known, capturedStatuses)) {
    await record("done", { status: known.status ?? null })
    return { data: paymentDataOf(known) }
  }
  // A refund does not say whether money came; staff who capture may know.
  if (isRefundedStatus(known.status)) {
    await record("done", {
      status: known.status ?? null,
      on_their_word: true,
    })
    return { data: paymentDataOf(known) }
  }
  await record("refused", { status: known.status ?? null })
  throw notAllowed(unpaidSentence(known.status))
}

/** The order as the service knows it, unless what is known already decides. */
async function knownNow(
  eInvoice: ProviderDependencies["eInvoice"],
  order: FollowedOrder,
  actor: TimelineActor
): Promise<FollowedOrder> {
  const decided = countsAsCaptured(order, eInvoice.options.capturedStatuses)
  if (decided || order.orderUuid === null) {
    return order
  }
  try {
    const report = await lookUpStatus(eInvoice.connect, order.orderUuid)
    const reconciled = await reconcileStatus(eInvoice, order.id, report, {
      by: "payment",
      actor,
    })
    return reconciled.order
  } catch (error) {
    if (error instanceof OperationDisabledError) {
      return order
    }
    throw refusal("The payment was not captured", error)
  }
}

const rawAmount = z.object({ value: z.union([z.string(), z.number()]) })

const captureRecord = z.object({
  amount: z.unknown(),
  raw_amount: rawAmount,
})

/** An invoice is paid as a whole; Medusa would not find its way back from a capture of a part. */
async function refuseInPart(
  { captureService }: ProviderDependencies,
  { captureId, whole }: AskedCapture
): Promise<void> {
  if (!captureService || captureId === undefined) {
    return
  }
  const { raw_amount: asked } = captureRecord.parse(await captureService.retrieve(captureId))
  if (toOre(asked.value) !== toOre(whole)) {
    throw notAllowed(
      `The payment was not captured. An invoice is paid as a whole: capture the full amount of ${formatOre(toOre(whole))}, not a part of it.`
    )
  }
}

const payments = z.array(
  z.object({
    id: z.string(),
    raw_amount: rawAmount,
    payment_collection: z.object({ order: placedOrdersSchema }).nullish(),
  })
)

/** The payment of an e-invoice order, and the Medusa order that counts it. */
async function medusaPaymentOf(
  { query }: ProviderDependencies,
  { paymentSessionId }: FollowedOrder
): Promise<{ id: string; amount: string | number; orderId: string | undefined } | undefined> {
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "amount",
      "raw_amount",
      ...placedOrderFields.map((field) => `payment_collection.order.${field}`),
    ],
    filters: { payment_session_id: paymentSessionId },
  })
  const [payment] = payments.parse(data)
  return (
    payment && {
      id: payment.id,
      amount: payment.raw_amount.value,
      orderId: orderCounting(payment.payment_collection?.order ?? [])?.id,
    }
  )
}

const capturedByItself =
  "The payment is captured by itself as soon as the service reports the invoice paid."

/** Why an order in this status cannot be captured, and what a merchant can do. */
export function unpaidSentence(status: LastingStatus | undefined): string {
  switch (status) {
    case "INVOICED":
    case "REMINDER":
    case "PURRING":
    case "INKASSO":
      return `The payment was not captured: the service reports the order as ${status}, so the invoice is out and not paid. ${capturedByItself} To count an invoice that is out as captured, add INVOICED to the option capturedStatuses.`
    case "CANCELLED":
    case "EXPIRED":
      return `The payment was not captured: the service reports the order as ${status}, so the customer will not pay it. Cancel the order, or agree on another payment with the customer.`
    case undefined:
      return `The payment was not captured: the service has not reported a status of the order yet. ${capturedByItself}`
    default:
      return `The payment was not captured: the service reports the order as ${status}, so it is not paid. ${capturedByItself}`
  }
}
