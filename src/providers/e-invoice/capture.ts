import type { CapturePaymentInput, CapturePaymentOutput } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { OperationDisabledError } from "../../connect"
import { toOre } from "../../mapping"
import { learnStatus } from "../../domain/status/learn-status"
import {
  countsAsCaptured,
  isRefundedStatus,
} from "../../modules/e-invoice/status/order-status-machine"
import { notAllowed, refusal } from "../../domain/refusal"
import { lookUpStatus } from "../../domain/status/status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { actingUser } from "./acting-user"
import type { ProviderDependencies } from "./dependencies"
import { orderOfPayment, paymentDataOf } from "./order-of-payment"
import { unpaidSentence } from "./unpaid-sentence"

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
  const captureId = input.context?.idempotency_key
  const order = await orderOfPayment(eInvoice, input)
  const actor = await actingUser(dependencies, "capture", captureId)
  const record = (outcome: "done" | "refused", detail: Record<string, string | boolean | null>) =>
    eInvoice.timeline.recordOnce({
      eInvoiceOrderId: order.id,
      actor,
      action: "capture",
      outcome,
      detail,
    })

  await refuseInPart(dependencies, order, captureId)
  const known = await knownNow(eInvoice, order, actor)
  const { capturedStatuses } = eInvoice.options
  if (countsAsCaptured(known, capturedStatuses)) {
    await record("done", { status: known.status ?? null })
    return { data: paymentDataOf(known) }
  }
  // A refund does not say whether money came; whoever presses the button may know.
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
    const learned = await learnStatus(eInvoice, order.id, report, {
      by: "payment",
      actor,
    })
    return learned.order
  } catch (error) {
    if (error instanceof OperationDisabledError) {
      return order
    }
    throw refusal("The payment was not captured", error)
  }
}

const captureRecord = z.object({
  amount: z.unknown(),
  raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
})

/** An invoice is paid as a whole; Medusa would not find its way back from a capture of a part. */
async function refuseInPart(
  { captureService }: ProviderDependencies,
  order: FollowedOrder,
  captureId: string | undefined
): Promise<void> {
  if (!captureService || captureId === undefined) {
    return
  }
  const capture = captureRecord.parse(await captureService.retrieve(captureId))
  if (toOre(capture.raw_amount.value) !== toOre(order.grandTotal)) {
    throw notAllowed(
      `The payment was not captured. An invoice is paid as a whole: capture the full amount of ${order.grandTotal}, not a part of it.`
    )
  }
}
