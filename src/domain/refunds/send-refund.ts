import { formatOre } from "../../mapping"
import { notAllowed, refusal } from "../refusal"
import { learnStatus } from "../status/learn-status"
import { reportOf } from "../status/status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { askForRefund } from "./ask-for-refund"
import { awaitedRefund } from "./awaited-refund"
import { refuseUnconfirmedRepeat } from "./confirm-repeat"
import {
  needsNoSending,
  recordCarriedOutBefore,
  recordWithoutSending,
} from "./record-unsent-refund"
import { linesAsSent } from "./lines-as-sent"
import { keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import type { NewAttempt, RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { type AnsweredLine, refundShares } from "./refund-shares"
import { settleOpenRefund, underWay } from "./settle-open-refund"

/** `recorded`: nothing had to be sent, because the service gave it all back, or ended the claim, by itself. */
export type RefundResult = "sent" | "recorded"

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
  if (known?.state === "done") {
    return "sent"
  }
  const awaited = await awaitedRefund(dependencies, order, request)
  if (awaited?.state === "done") {
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
  const { order: current, lines } = await detailsOf(dependencies, order, request)
  if (needsNoSending(current)) {
    await recordWithoutSending(dependencies, current, request)
    return "recorded"
  }
  const sent = {
    refundId: request.refundId,
    type: current.paid ? ("regular" as const) : ("invoiced" as const),
    statusBefore: current.storedStatus,
  }
  const row = awaited
    ? await refunds.send(awaited, sent)
    : await begin(dependencies, order, { request, sent, known, lines })
  if (!row) {
    throw underWay()
  }
  await askForRefund(dependencies, current, { row, request })
  return "sent"
}

/** Writes down what Medusa's own button asks for. */
async function begin(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  {
    request: { refundId, amountOre },
    sent,
    known,
    lines,
  }: {
    request: RefundRequest
    sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">
    known: RefundRow | undefined
    lines: readonly AnsweredLine[]
  }
): Promise<RefundRow | undefined> {
  const { refunds } = dependencies
  await refuseUnconfirmedRepeat(dependencies, order, amountOre)
  const attempt = {
    ...sent,
    amount: formatOre(amountOre),
    products: refundShares(lines, await refunds.list(order.id), amountOre),
  }
  return known
    ? refunds.beginAgain(known, attempt)
    : refunds.begin({
        ...attempt,
        eInvoiceOrderId: order.id,
        key: keyOfMedusa(refundId),
      })
}

async function detailsOf(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { actor }: RefundRequest
) {
  if (order.orderUuid === null) {
    throw notAllowed(
      "The refund was not sent: it is not known yet whether the order exists at the service. Settle that first."
    )
  }
  try {
    const { data } = await dependencies.connect.call("orders.details", {
      params: { order_uuid: order.orderUuid },
    })
    const learned = await learnStatus(dependencies, order.id, reportOf(data.status), {
      by: "payment",
      actor,
    })
    const made = await dependencies.journal.find(order.id)
    return {
      order: learned.order,
      lines: linesAsSent(data.productList, made?.sent_request),
    }
  } catch (error) {
    throw refusal("The refund was not sent", error)
  }
}
