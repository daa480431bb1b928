import { MedusaError } from "@medusajs/framework/utils"

import { ConflictError } from "../../connect"
import { formatOre, toOre } from "../../mapping"
import { keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import type { NewAttempt, RefundRow, RefundType } from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isRefundedStatus, lastingStatusOf } from "../../modules/e-invoice/orders/order-status"
import { notAllowed, refundFailureOf, refusal } from "../failure"
import { excludesEffect, sendOnce } from "../send-once"
import { reconcileStatus, reportOf } from "../status/reconcile-status"
import { changeOfOrder } from "./changed-order"
import {
  isRefundedBeside,
  needsNoSending,
  recordCarriedOutBefore,
  recordWithoutSending,
  refuseBesideUnrecorded,
} from "./compare-refunds"
import { type AnsweredLine, linesAsSent } from "./refund-lines"
import {
  goodsOwed,
  type OrderChange,
  partsOfAmount,
  owedHereOre,
  refuseOwedElsewhere,
  takingWhatIsOwed,
} from "./refund-parts"
import {
  afterCommit,
  awaitedRefund,
  type RefundDependencies,
  type RefundRequest,
  tellOfDecision,
} from "./refund-request"
import { refuseUnconfirmedRepeat } from "./repeated-refund"
import { settleOpenRefund, underWay } from "./settle-open-refund"

/** `recorded`: nothing had to be sent, because the service gave it all back, or ended the claim, by itself. */
type RefundResult = "sent" | "recorded"

/**
 * Refunds part or all of an order at the service, at most once per Medusa refund. A refund whose answer was lost is
 * settled first; the next is not sent before it is known what became of that one.
 *
 * @throws MedusaError with a sentence for the merchant
 */
export async function sendRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<RefundResult> {
  const { refunds } = dependencies
  const key = keyOfMedusa(request.refundId)
  const known = await refunds.ofKey(key)
  if (known?.state === "succeeded") {
    return "sent"
  }
  const awaited = await awaitedRefund(dependencies, order, request)
  if (awaited?.state === "succeeded") {
    await recordCarriedOutBefore(dependencies, order, awaited, request)
    return "recorded"
  }
  if (!awaited && (await settleOpenRefund(dependencies, order, { ...request, key }))) {
    return "sent"
  }
  if (!awaited && request.rowId !== undefined) {
    // Medusa was asked twice for the same refund here: the other refund of Medusa has it.
    throw underWay()
  }
  const { order: current, lines, change } = await detailsOf(dependencies, order, request)
  await request.lease?.check()
  if (needsNoSending(current)) {
    const goods = goodsOwed(request.amountOre, change)
    await recordWithoutSending(dependencies, current, request, { known, awaited, goods })
    return "recorded"
  }
  if (!request.isCancelling) {
    await refuseNewlyGiven(dependencies, current, awaited)
  }
  const sent = {
    refundId: request.refundId,
    type: current.paid ? ("regular" as const) : ("invoiced" as const),
    statusBefore: current.storedStatus,
  }
  const row = awaited
    ? await refunds.send(awaited, sent)
    : await begin(dependencies, order, { request, sent, known, lines, change })
  if (!row) {
    throw underWay()
  }
  await askForRefund(dependencies, current, { row, request })
  return "sent"
}

/** Staff were asked of what was shown when they chose; neither of what shows only now, nor where Medusa's own button was pressed. */
async function refuseNewlyGiven(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  awaited: RefundRow | undefined
): Promise<void> {
  const wasAsked = isRefundedStatus(lastingStatusOf(awaited?.status_before ?? null))
  const exceptOre = awaited ? toOre(awaited.amount) : 0n
  if (!wasAsked && (await isRefundedBeside(dependencies, order, exceptOre))) {
    refuseBesideUnrecorded()
  }
}

/** Writes down what Medusa's own button asks for. */
async function begin(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  {
    request: { refundId, amountOre, isCancelling },
    sent,
    known,
    lines,
    change,
  }: {
    request: RefundRequest
    sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">
    known: RefundRow | undefined
    lines: readonly AnsweredLine[]
    change: OrderChange | undefined
  }
): Promise<RefundRow | undefined> {
  const { refunds } = dependencies
  const parts = partsOfAmount(lines, await refunds.list(order.id), amountOre, change)
  await refuseUnconfirmedRepeat(dependencies, order, {
    amountOre,
    // What is left of a cancelled order may be as much as was refunded of it before.
    isOwed: isCancelling === true || amountOre <= owedHereOre(parts, change),
    isCancelling: isCancelling === true,
  })
  if (!isCancelling) {
    refuseOwedElsewhere(amountOre, parts, change)
  }
  const attempt = {
    ...sent,
    amount: formatOre(amountOre),
    ...(isCancelling ? takingWhatIsOwed(parts, change) : parts),
  }
  return known
    ? refunds.beginAgain(known, attempt)
    : refunds.begin({
        ...attempt,
        eInvoiceOrderId: order.id,
        key: keyOfMedusa(refundId),
      })
}

/** Reads an order at the service: how it stands, its lines as they were sent, and what changed in the Medusa order since. */
export async function detailsOf(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { actor, orderNow }: Pick<RefundRequest, "actor" | "orderNow">
) {
  if (order.orderUuid === null) {
    throw notAllowed(
      "The refund was not sent: it is not known yet whether the order exists at the service. Settle that first.",
      { code: "not_created" }
    )
  }
  try {
    const { data } = await dependencies.connect.call("orders.details", {
      params: { order_uuid: order.orderUuid },
    })
    const reconciled = await reconcileStatus(dependencies, order.id, reportOf(data.status), {
      by: "payment",
      actor,
    })
    const made = await dependencies.orders.creations.find(order.id)
    return {
      order: reconciled.order,
      lines: linesAsSent(data.productList, made?.sent_request),
      change: await changeOfOrder(dependencies, order, orderNow, {
        sent: made?.sent_request,
        listed: data.productList,
      }),
    }
  } catch (error) {
    throw refusal("The refund was not sent", error, "refund_not_sent")
  }
}

/** A refund whose right to be sent was claimed. */
type Sending = { row: RefundRow; request: Pick<RefundRequest, "amountOre" | "actor"> }

/**
 * Asks the service for a refund, and writes down what came of it.
 *
 * @throws MedusaError with a sentence for the merchant when it was rejected, or its outcome is unknown
 */
export async function askForRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending
): Promise<void> {
  const type = await carryOut(dependencies, order, { row, request })
  await afterCommit(
    dependencies,
    row,
    () =>
      dependencies.timeline.record({
        eInvoiceOrderId: order.id,
        actor: request.actor,
        action: "refund",
        outcome: "done",
        detail: { amount: formatOre(request.amountOre), type },
      }),
    () => tellOfDecision(dependencies, order, row.id, "accepted")
  )
}

const carryOut = (
  dependencies: RefundDependencies,
  order: FollowedOrder,
  sending: Sending
): Promise<RefundType> =>
  sendOnce<RefundType, RefundType>({
    operationId: "orders.refund",
    timeLeft: () => dependencies.refunds.timeLeft(sending.row),
    send: (budgetMs) => call(dependencies, order, sending.row, budgetMs),
    excludesEffect,
    succeeded: async (type) =>
      (await dependencies.refunds.succeeded(sending.row)) ? type : undefined,
    overtaken: () => overtaken(dependencies, order, sending),
    rejected: async (error) => {
      throw await refused(dependencies, order, sending, error)
    },
    inDoubt: async (error) => {
      throw await leftInDoubt(dependencies, order, sending, error)
    },
  })

/**
 * The answer came after the attempt had been given up on, and was settled otherwise. What was recorded meanwhile stays with
 * what it was recorded for: Medusa then takes this refund of its own back.
 */
async function overtaken(
  { refunds, orders: { statuses } }: RefundDependencies,
  order: FollowedOrder,
  { row }: Sending
): Promise<never> {
  if (await refunds.carriedOutLater(row, "sender")) {
    await statuses.flag(order.id, "refunded_at_service")
  }
  throw notAllowed(
    "The refund was carried out, but was settled otherwise while its answer was awaited. Compare with the order's Refunds section, and record in Medusa what is missing there.",
    { code: "settled_meanwhile" }
  )
}

/** An order counts as invoiced or regular by the service's own reckoning: what it refuses as one is sent as the other. */
async function call(
  { connect }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  budgetMs: () => number
): Promise<RefundType> {
  const sendAs = async (type: RefundType) => {
    await connect.call(
      "orders.refund",
      {
        params: { order_uuid: order.orderUuid ?? "" },
        body: { type, grandTotal: row.amount, products: row.products ?? [] },
      },
      { budgetMs: budgetMs() }
    )
    return type
  }
  try {
    return await sendAs(row.type ?? "regular")
  } catch (error) {
    const wrongType =
      error instanceof ConflictError &&
      row.type === "regular" &&
      error.messageKey?.endsWith("ParamInvoiced")
    if (!wrongType) {
      throw error
    }
    return sendAs("invoiced")
  }
}

async function refused(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending,
  error: unknown
): Promise<unknown> {
  const { refunds, orders, timeline } = dependencies
  const failure = refundFailureOf(error)
  if (await refunds.rejected(row, "sender", failure)) {
    // The sweep may have counted its sender as lost: its order has no other open refund.
    await orders.statuses.unflag(order.id, "refund_in_doubt")
  }
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: request.actor,
    action: "refund",
    outcome: "refused",
    detail: {
      amount: formatOre(request.amountOre),
      message: failure.message,
      message_key: failure.messageKey,
    },
  })
  await tellOfDecision(dependencies, order, row.id, "refused", failure.messageKey)
  return refusal("The refund was not carried out", error, "refund_rejected")
}

async function leftInDoubt(
  { refunds, orders: { statuses }, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending,
  error: unknown
): Promise<unknown> {
  const failure = refundFailureOf(error)
  await refunds.inDoubt(row, failure)
  await statuses.flag(order.id, "refund_in_doubt")
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: request.actor,
    action: "refund",
    outcome: "failed",
    detail: {
      amount: formatOre(request.amountOre),
      in_doubt: true,
      message: failure.message,
    },
  })
  await events.emit("e_invoice.in_doubt", {
    id: order.id,
    order_id: order.orderId,
    what: "refund",
  })
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `It is not known yet whether the refund of ${formatOre(request.amountOre)} was carried out: ${failure.message} It is not sent again. Check the order in the service's own portal, and record in the order's Refunds section what became of it.`,
    "in_doubt"
  )
}
