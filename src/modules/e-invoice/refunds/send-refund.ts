import { ConflictError, ConnectError } from "../../../connect"
import { formatOre, toOre } from "../../../mapping"
import { learnStatus } from "../status/learn-status"
import { isEndedWithoutPayment } from "../status/order-status-machine"
import { notAllowed, refusal } from "../refusal"
import type { RefundFailure, RefundRow, RefundType } from "./refund-journal"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { refundShares } from "./refund-shares"
import { isUntied } from "./refund-wishes"
import { settleOpenRefund } from "./settle-open-refund"
import { tellOfDecision } from "./tell-of-decision"
import { reportOf } from "../status/status-lookup"
import type { FollowedOrder } from "../status/status-records"

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
  const wish = await wishOf(dependencies, order, request)
  if (wish?.state === "done") {
    await recordedBefore(dependencies, order, wish, request)
    return "recorded"
  }
  if (
    !wish &&
    (await settleOpenRefund(dependencies, order, request)) === "this-one"
  ) {
    return "sent"
  }
  const { order: current, lines } = await detailsOf(
    dependencies,
    order,
    request
  )
  if (needsNoSending(current)) {
    await recordOnly(dependencies, current, request)
    return "recorded"
  }
  const type = current.paid ? "regular" : "invoiced"
  const statusBefore = current.storedStatus
  const row = wish
    ? await dependencies.refundWishes.tie(wish.id, request.refundId, {
        type,
        statusBefore,
      })
    : await dependencies.refunds.begin({
        eInvoiceOrderId: order.id,
        refundId: request.refundId,
        amount: formatOre(request.amountOre),
        type,
        statusBefore,
        products: refundShares(
          lines,
          await dependencies.refunds.list(order.id),
          request.amountOre
        ),
      })
  if (!row) {
    throw notAllowed(
      "The refund was not sent: another refund of this order is under way. Try again in a moment."
    )
  }
  await send(dependencies, current, { row, request })
  return "sent"
}

/**
 * The wish that Medusa's refund is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
async function wishOf(
  { refundWishes }: RefundDependencies,
  order: FollowedOrder,
  { wishId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  const wish =
    wishId === undefined
      ? await refundWishes.missingInMedusa(order.id, formatOre(amountOre))
      : await refundWishes.find(wishId)
  return wish &&
    isUntied(wish) &&
    wish.e_invoice_order_id === order.id &&
    toOre(wish.amount) === amountOre &&
    (wish.state === "sending" || wish.state === "done")
    ? wish
    : undefined
}

/** The money went back before Medusa knew of it: its refund is the record of that. */
async function recordedBefore(
  { refundWishes, statuses, timeline }: RefundDependencies,
  order: FollowedOrder,
  wish: RefundRow,
  { refundId, actor }: RefundRequest
): Promise<void> {
  if (!(await refundWishes.tieDone(wish.id, refundId))) {
    throw notAllowed(
      "The refund was not recorded: it was recorded a moment ago. Look at the order's refunds."
    )
  }
  await statuses.unflag(
    order.id,
    "refund_in_doubt",
    "refund_failed",
    "refunded_at_service"
  )
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor,
    action: "refund",
    outcome: "done",
    detail: { amount: wish.amount, sent: false, carried_out_before: true },
  })
}

/** Everything went back, or the claim ended unpaid: the service has nothing left to give back. */
const needsNoSending = (order: FollowedOrder): boolean =>
  order.status === "REFUNDED" || isEndedWithoutPayment(order.status)

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
    const learned = await learnStatus(
      dependencies,
      order.id,
      reportOf(data.status),
      { by: "payment", actor }
    )
    return { order: learned.order, lines: data.productList }
  } catch (error) {
    throw refusal("The refund was not sent", error)
  }
}

async function recordOnly(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<void> {
  const { refunds, refundWishes, statuses, timeline } = dependencies
  const { refundId, amountOre, actor } = request
  const wish = await wishOf(dependencies, order, request)
  const row = wish
    ? await refundWishes.tie(wish.id, refundId, {
        type: null,
        statusBefore: order.storedStatus,
      })
    : await refunds.begin({
        eInvoiceOrderId: order.id,
        refundId,
        amount: formatOre(amountOre),
        type: null,
        statusBefore: order.storedStatus,
        products: [],
      })
  if (row) {
    await refunds.done(row)
  }
  await statuses.unflag(
    order.id,
    "refunded_at_service",
    "cancelled_after_capture",
    "refund_failed"
  )
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor,
    action: "refund",
    outcome: "done",
    detail: {
      amount: formatOre(amountOre),
      sent: false,
      status: order.status ?? null,
    },
  })
}

type Sending = { row: RefundRow; request: RefundRequest }

async function send(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending
): Promise<void> {
  const { refunds, statuses, timeline } = dependencies
  const amount = formatOre(request.amountOre)
  try {
    const type = await call(dependencies, order, row)
    await refunds.done(row)
    await statuses.unflag(order.id, "refund_in_doubt", "refund_failed")
    await timeline.record({
      eInvoiceOrderId: order.id,
      actor: request.actor,
      action: "refund",
      outcome: "done",
      detail: { amount, type },
    })
    await tellOfDecision(dependencies, order, row.id, "accepted")
  } catch (error) {
    const certain = error instanceof ConnectError && !error.outcomeUnknown
    const close = certain ? refused : leftInDoubt
    throw await close(dependencies, order, { row, request }, error)
  }
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
  const failure = failureOf(error)
  await refunds.rejected(row.id, failure)
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
  await tellOfDecision(
    dependencies,
    order,
    row.id,
    "refused",
    failure.messageKey
  )
  return refusal("The refund was not carried out", error)
}

async function leftInDoubt(
  { refunds, statuses, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending,
  error: unknown
): Promise<unknown> {
  const failure = failureOf(error)
  await refunds.inDoubt(row.id, failure)
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
  return notAllowed(
    `Nobody knows yet whether the refund of ${formatOre(request.amountOre)} was carried out: ${failure.message} It is not sent again by itself. Refund the same amount again in a few minutes: it is first found out what became of this one.`
  )
}

function failureOf(error: unknown): RefundFailure {
  const at = new Date().toISOString()
  return error instanceof ConnectError
    ? {
        kind: error.kind,
        message: error.message,
        at,
        httpStatus: error.httpStatus,
        messageKey: error.messageKey,
      }
    : {
        kind: "internal",
        message: `The plugin itself failed: ${error instanceof Error ? error.name : "unknown error"}.`,
        at,
      }
}
