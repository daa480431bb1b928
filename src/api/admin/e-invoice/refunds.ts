import type { MiddlewareRoute } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../connect/lazily"
import { toGiveBack } from "../../../domain/refunds/refund-parts"
import { oreNumber, toOre } from "../../../mapping"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { isUnlinked } from "../../../modules/e-invoice/refunds/refund-row"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"
import {
  type LineAccount,
  type RefundAccount,
  refundAccountOf,
  type RefundStory,
} from "../../../workflows/refund-account"
import {
  adminRequestRefundApproval,
  amount,
  amountOrLines,
  amountOrLinesOrAll,
  changes,
  confirmRepeat,
  lineAmounts,
  note,
  reads,
} from "./requests"
import { problemOf } from "./failures"

/** Checks and policies of the routes by which orders are refunded. */
export const refundMiddlewares = (): MiddlewareRoute[] => [
  reads("/orders/:id/refunds"),
  changes("/orders/:id/refunds", adminRefundEInvoiceOrder, policyFor.refunding),
  changes(
    "/orders/:id/refunds/:refund_id/approval",
    adminRequestRefundApproval,
    policyFor.refunding
  ),
  reads("/orders/:id/refunds/:refund_id/settle"),
  changes("/orders/:id/refunds/:refund_id/settle", adminSettleEInvoiceRefund, policyFor.settling),
]

export type AdminRefundEInvoiceOrder = z.infer<ReturnType<typeof adminRefundEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/refunds`: so much of each line, or so much in all. */
const adminRefundEInvoiceOrder = lazily(() =>
  z
    .strictObject({
      lines: lineAmounts.optional(),
      amount: amount.optional(),
      confirm_repeat: confirmRepeat,
      seen: z.string().min(1).max(100).optional(),
      given_at_service: z.boolean().optional(),
      beside_another: z.boolean().optional(),
      note: note.optional(),
      refund_reason_id: z.string().min(1).max(100).optional(),
    })
    .superRefine(amountOrLines)
)

export type AdminSettleEInvoiceRefund = z.infer<ReturnType<typeof adminSettleEInvoiceRefund>>

/** Body of `POST /admin/e-invoice/orders/:id/refunds/:refund_id/settle`. */
const adminSettleEInvoiceRefund = lazily(() =>
  z
    .strictObject({
      carried_out: z.boolean(),
      attempt: z.int().positive().optional(),
      lines: lineAmounts.optional(),
      amount: amount.optional(),
      beside_another: z.boolean().optional(),
      confirm_repeat: confirmRepeat,
    })
    .superRefine(amountOrLinesOrAll)
)

/** Why nothing can be refunded right now; null when something can. */
type RefundObstacle =
  | "not-created"
  | "not-captured"
  | "paid-uncapturable"
  | "open"
  | "lines-unknown"
  | "nothing-left"
  | "credit-missing"
  | null

/**
 * What can be refunded of an e-invoice order, in all and of each line, and the refunds there have been. Amounts are
 * numbers in major units that need no further arithmetic.
 *
 * @throws MedusaError when there is no such order
 */
export async function refundAnswer(container: MedusaContainer, id: string) {
  const eInvoice = eInvoiceModule(container)
  const [order, [shown]] = await Promise.all([
    eInvoice.orders.statuses.find(id),
    eInvoice.listEInvoiceOrders({ id }, { select: ["id", "currency_code"] }),
  ])
  if (!order || !shown) {
    throw noSuchOrder(id)
  }
  const account = await refundAccountOf(container, order)
  const { books, lines, linesProblem, leftOre, refunds } = account
  return {
    e_invoice_order_id: id,
    order_id: order.orderId,
    currency_code: shown.currency_code,
    payment_id: books?.paymentId ?? null,
    captured: oreNumber(toOre(books?.captured ?? "0")),
    refunded: oreNumber(toOre(books?.refunded ?? "0")),
    /** Of an invoice whose order changed before it was paid: what it was lowered by. */
    credited: oreNumber(toOre(order.creditedTotal)),
    /** Stands for the refunds there have been: to be sent with one that is chosen by this. */
    seen: account.seen,
    refunded_at_service: atServiceOf(order, account),
    refundable: oreNumber(leftOre),
    // What a refund given in the service's portal may be recorded with; null where the service shows none that is not.
    recordable: account.isRefundedBeside ? oreNumber(account.givenOre) : null,
    // Whether staff are asked of a credit that was not sent whether the service shows another refund beside it.
    unrecorded: order.flags.includes("refunded_at_service"),
    obstacle: obstacleOf(order, account),
    problem: linesProblem && problemOf(linesProblem),
    lines: (lines ?? []).map(shownLine),
    changed: changedOf(order, account),
    refunds: refunds.toReversed().map((story) => shownStory(story, lines ?? [])),
  }
}

/** The service's total; null where the known total is that of the plugin's own refunds, which proves nothing there. */
function atServiceOf(
  { status, refundedTotal, grandTotal }: FollowedOrder,
  { doneOre }: RefundAccount
): number | null {
  if (status === "REFUNDED") {
    return oreNumber(toOre(grandTotal))
  }
  return toOre(refundedTotal) > doneOre ? oreNumber(toOre(refundedTotal)) : null
}

function obstacleOf(
  order: FollowedOrder,
  { books, lines, leftOre, givenOre, isRefundedBeside, isCreditMissing, refunds }: RefundAccount
): RefundObstacle {
  if (order.orderUuid === null) {
    return "not-created"
  }
  if (!books?.isCaptured) {
    return order.flags.includes("paid_uncapturable") ? "paid-uncapturable" : "not-captured"
  }
  if (refunds.some(({ row }) => row.state === "in_doubt")) {
    return "open"
  }
  if (leftOre === 0n && toOre(books.left) === 0n) {
    return "nothing-left"
  }
  if (!lines || lines.length === 0) {
    return "lines-unknown"
  }
  if (isCreditMissing && !isRefundedBeside) {
    return "credit-missing"
  }
  const mostOre = isRefundedBeside ? givenOre : leftOre
  return mostOre === 0n ? "nothing-left" : null
}

/**
 * What is owed for what changed in the order, and which lines a refund of that amount is of; null where nothing is. It is what
 * Medusa owes; of an invoice flagged `return_unrefunded` all that went and was not refunded, which Medusa sets off against
 * something else. `certain` is whether its VAT is.
 */
function changedOf({ flags }: FollowedOrder, { change, lines, leftOre }: RefundAccount) {
  if (!change) {
    return null
  }
  const { shares, isCertain } = toGiveBack(change, {
    leftOre,
    isSetOff: flags.includes("return_unrefunded"),
  })
  if (shares.length === 0) {
    return null
  }
  return {
    amount: oreNumber(shares.reduce((sum, { amountOre }) => sum + amountOre, 0n)),
    lines: shares.map(({ line, amountOre }) => ({
      id: line.serviceId ?? null,
      name: lines?.find(({ id }) => id === line.serviceId)?.name ?? line.name,
      amount: oreNumber(amountOre),
    })),
    certain: isCertain,
  }
}

const shownLine = (line: LineAccount) => ({
  id: line.id,
  name: line.name,
  quantity: line.quantity ?? null,
  amount: oreNumber(line.amountOre),
  refunded: oreNumber(line.refundedOre),
  refundable: oreNumber(line.leftOre),
  recordable: oreNumber(line.givenOre),
})

const shownStory = (
  { row, missing, approval, askedAt, mayBeGiven, isLikeOneGiven, mayBeRuledOut }: RefundStory,
  lines: readonly LineAccount[]
) => ({
  id: row.id,
  refund_id: missing || isUnlinked(row) ? null : row.refund_id,
  amount: oreNumber(toOre(row.amount)),
  purpose: row.purpose,
  type: row.type,
  state: row.state,
  attempt: row.attempt,
  missing_in_medusa: missing,
  products: (row.products ?? []).map(({ id, amount }) => ({
    id,
    name: lines.find((line) => line.id === id)?.name ?? null,
    amount: oreNumber(toOre(amount)),
  })),
  failure: row.failure && {
    kind: row.failure.kind,
    message: row.failure.message,
    message_key: row.failure.messageKey ?? null,
  },
  approval: approval ?? null,
  approval_asked_at: approval && approval !== "possible" ? askedAt : null,
  may_be_given: mayBeGiven || isLikeOneGiven,
  may_be_ruled_out: mayBeRuledOut,
  created_at: row.created_at,
})
