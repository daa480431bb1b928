import { MedusaError } from "@medusajs/framework/utils"

import { ConflictError, ConnectError } from "../../connect"
import { formatOre } from "../../mapping"
import { notAllowed, refusal } from "../refusal"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { refundFailureOf } from "./refund-failure"
import type { RefundRow, RefundType } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { tellOfDecision } from "./tell-of-decision"
import { whatFollows } from "./what-follows"

/** A refund whose right to be sent was claimed. */
type Sending = { row: RefundRow; request: RefundRequest }

/**
 * Asks the service for a refund, and writes down what came of it.
 *
 * @throws MedusaError with a sentence for the merchant when it was refused, or nobody knows what became of it
 */
export async function askForRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending
): Promise<void> {
  const type = await carryOut(dependencies, order, { row, request })
  await whatFollows(
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

async function carryOut(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  sending: Sending
): Promise<RefundType> {
  try {
    const type = await call(dependencies, order, sending.row)
    await recordDone(dependencies, order, sending)
    return type
  } catch (error) {
    if (error instanceof SettledMeanwhile) {
      throw notAllowed(error.message)
    }
    const certain = error instanceof ConnectError && !error.outcomeUnknown
    const close = certain ? refused : leftInDoubt
    throw await close(dependencies, order, sending, error)
  }
}

/** The answer came after the attempt had been given up on, and settled otherwise. */
class SettledMeanwhile extends Error {}

/**
 * The sender's own answer decides, also when it comes after its attempt counted as lost. What was recorded otherwise
 * meanwhile stays with what it was recorded for: Medusa then takes this refund of its own back.
 */
async function recordDone(
  { refunds, statuses }: RefundDependencies,
  order: FollowedOrder,
  { row }: Sending
): Promise<void> {
  if (await refunds.done(row)) {
    return
  }
  if (await refunds.carriedOutLater(row)) {
    await statuses.flag(order.id, "refunded_at_service")
  }
  throw new SettledMeanwhile(
    "The refund was carried out, but was settled otherwise while its answer was awaited. Look at the order's Refunds section, and record in Medusa what is missing there."
  )
}

/** An order counts as invoiced or regular by the service's own reckoning: what it refuses as one is sent as the other. */
async function call(
  { connect }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow
): Promise<RefundType> {
  const sendAs = async (type: RefundType) => {
    await connect.call("orders.refund", {
      params: { order_uuid: order.orderUuid ?? "" },
      body: { type, grandTotal: row.amount, products: row.products ?? [] },
    })
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
  const { refunds, timeline } = dependencies
  const failure = refundFailureOf(error)
  await refunds.rejected(row, failure, ["sending", "in_doubt"])
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
  return refusal("The refund was not carried out", error)
}

async function leftInDoubt(
  { refunds, statuses, timeline, events }: RefundDependencies,
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
    `Nobody knows yet whether the refund of ${formatOre(request.amountOre)} was carried out: ${failure.message} It is not sent again by itself. Refund the same amount again in a few minutes: it is first found out what became of this one.`,
    "in_doubt"
  )
}
