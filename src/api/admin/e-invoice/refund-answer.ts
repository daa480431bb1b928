import type { MedusaContainer } from "@medusajs/framework/types"

import { oreNumber, toOre } from "../../../mapping"
import { isUnlinked } from "../../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../../modules/e-invoice/status/followed-order"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"
import {
  type LineAccount,
  refundAccountOf,
  type RefundAccount,
  type RefundStory,
} from "../../../workflows/refund-account"

/** Why nothing can be refunded right now; null when something can. */
export type RefundObstacle =
  "not-created" | "not-captured" | "open" | "lines-unknown" | "nothing-left" | null

/**
 * What can be refunded of an e-invoice order, in all and of each line, and the refunds there have been. Amounts are
 * numbers in major units that need no further arithmetic.
 *
 * @throws MedusaError when there is no such order
 */
export async function refundAnswer(container: MedusaContainer, id: string) {
  const eInvoice = eInvoiceModule(container)
  const [order, [shown]] = await Promise.all([
    eInvoice.statuses.find(id),
    eInvoice.listEInvoiceOrders({ id }, { select: ["id", "currency_code"] }),
  ])
  if (!order || !shown) {
    throw noSuchOrder(id)
  }
  const account = await refundAccountOf(container, order)
  const repeats = await eInvoice.refunds.askingConfirmation(id)
  const { books, lines, linesProblem, leftOre, refunds } = account
  return {
    e_invoice_order_id: id,
    order_id: order.orderId,
    currency_code: shown.currency_code,
    payment_id: books?.paymentId ?? null,
    captured: oreNumber(toOre(books?.captured ?? "0")),
    refunded: oreNumber(toOre(books?.refunded ?? "0")),
    refunded_at_service: atServiceOf(order, account),
    refundable: oreNumber(leftOre),
    obstacle: obstacleOf(order, account),
    problem: linesProblem && {
      message: linesProblem.message,
      advice: linesProblem.advice,
    },
    lines: (lines ?? []).map(shownLine),
    repeats: repeats.map(({ id: refundId, amount, settled_at }) => ({
      id: refundId,
      amount: oreNumber(toOre(amount)),
      settled_at,
    })),
    refunds: refunds.toReversed().map((story) => shownStory(story, lines ?? [])),
  }
}

/** What the service reports; null where it names no amount. What was refunded here says nothing of it. */
function atServiceOf(
  { status, refundedTotal, grandTotal }: FollowedOrder,
  { refunds }: RefundAccount
): number | null {
  if (status === "REFUNDED") {
    return oreNumber(toOre(grandTotal))
  }
  const ours = refunds
    .filter(({ row }) => row.state === "succeeded")
    .reduce((sum, { row }) => sum + toOre(row.amount), 0n)
  return toOre(refundedTotal) > ours ? oreNumber(toOre(refundedTotal)) : null
}

function obstacleOf(
  order: FollowedOrder,
  { books, lines, leftOre, refunds }: RefundAccount
): RefundObstacle {
  if (order.orderUuid === null) {
    return "not-created"
  }
  if (!books || toOre(books.captured) === 0n) {
    return "not-captured"
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
  return leftOre === 0n ? "nothing-left" : null
}

const shownLine = (line: LineAccount) => ({
  id: line.id,
  name: line.name,
  quantity: line.quantity ?? null,
  amount: oreNumber(line.amountOre),
  refunded: oreNumber(line.refundedOre),
  refundable: oreNumber(line.leftOre),
})

const shownStory = (
  { row, missing, approval, askedAt }: RefundStory,
  lines: readonly LineAccount[]
) => ({
  id: row.id,
  refund_id: missing || isUnlinked(row) ? null : row.refund_id,
  amount: oreNumber(toOre(row.amount)),
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
  created_at: row.created_at,
})
