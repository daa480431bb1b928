import { ConflictError, ConnectError } from "../../../connect"
import { learnStatus } from "./learn-status"
import { isEndedWithoutPayment } from "./order-status-machine"
import type EInvoiceModuleService from "../service"
import { lookUpStatus, reportOf } from "./status-lookup"
import type { FollowedOrder } from "./followed-order"
import type { TimelineActor } from "../timeline"
import { messageOf } from "../message-of"

export type CancelDependencies = Pick<
  EInvoiceModuleService,
  "connect" | "statuses" | "timeline" | "inbox" | "events" | "options"
>

/**
 * - `cancelled`: the service has cancelled it, now or before
 * - `nothing-there`: no order exists at the service
 * - `creation-open`: nobody knows yet whether one exists; it is cancelled as soon as it is known
 * - `refused`: the service will not cancel it; `why` says so to a merchant
 */
export type Cancellation =
  | { readonly outcome: "cancelled" | "nothing-there" | "creation-open" }
  | { readonly outcome: "refused"; readonly why: string }

/**
 * Cancels an order at the service. The wish is written down first, so that the sweep goes on with it when the service
 * cannot be reached; the service is not asked when it cancelled the order itself.
 *
 * @param note the reason that the service keeps with the order; nothing personal
 * @param budgetMs milliseconds the cancellation may take; the option `requestBudget` unless said otherwise
 * @throws ConnectError when the service could not be asked, or its answer is unknown; the sweep tries again
 */
export async function cancelAtService(
  dependencies: CancelDependencies,
  order: FollowedOrder,
  {
    note,
    actor,
    budgetMs,
  }: { note: string; actor: TimelineActor; budgetMs?: number }
): Promise<Cancellation> {
  const { connect, statuses, timeline } = dependencies
  if (["prepared", "rejected", "abandoned"].includes(order.state)) {
    return { outcome: "nothing-there" }
  }
  if (isEndedWithoutPayment(order.status)) {
    return { outcome: "cancelled" }
  }
  await statuses.requestCancellation(order.id)
  if (order.state !== "created" || order.orderUuid === null) {
    return { outcome: "creation-open" }
  }
  try {
    await connect.call(
      "orders.cancel",
      {
        params: { order_uuid: order.orderUuid },
        body: { cancellationNote: note },
      },
      budgetMs === undefined ? {} : { budgetMs }
    )
  } catch (error) {
    if (error instanceof ConflictError) {
      return refusedUnlessEnded(dependencies, order, { error, actor })
    }
    await failed(dependencies, order, { error, actor })
    throw error
  }
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor,
    action: "cancel",
    outcome: "done",
    detail: { note },
  })
  await learnStatus(dependencies, order.id, reportOf("CANCELLED"), {
    by: "payment",
    actor,
  })
  await statuses.unflag(order.id, "cancel_failed", "order_missing")
  return { outcome: "cancelled" }
}

/** The service also refuses to cancel what it cancelled already. */
async function refusedUnlessEnded(
  dependencies: CancelDependencies,
  order: FollowedOrder,
  { error, actor }: { error: ConflictError; actor: TimelineActor }
): Promise<Cancellation> {
  const { connect, statuses, timeline } = dependencies
  const known = await statusNow(connect, order)
  if (known) {
    const learned = await learnStatus(dependencies, order.id, known, {
      by: "payment",
      actor,
    })
    if (isEndedWithoutPayment(learned.order.status)) {
      await statuses.unflag(order.id, "cancel_failed")
      return { outcome: "cancelled" }
    }
  }
  await statuses.cancellationSettled(order.id)
  await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor,
    action: "cancel",
    outcome: "refused",
    detail: { message: error.message, message_key: error.messageKey },
  })
  return { outcome: "refused", why: `${error.message} ${error.advice}` }
}

/** The refusal stands whatever the look-up says; it only tells what the order is instead. */
async function statusNow(
  connect: CancelDependencies["connect"],
  order: FollowedOrder
) {
  try {
    return await lookUpStatus(connect, order.orderUuid ?? "")
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

async function failed(
  { statuses, timeline }: CancelDependencies,
  order: FollowedOrder,
  { error, actor }: { error: unknown; actor: TimelineActor }
): Promise<void> {
  await statuses.flag(order.id, "cancel_failed")
  await statuses.tryAgain(order)
  await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor,
    action: "cancel",
    outcome: "failed",
    detail: {
      message: messageOf(error),
      ...(error instanceof ConnectError && { kind: error.kind }),
    },
  })
}
