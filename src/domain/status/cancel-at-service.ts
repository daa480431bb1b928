import { ConflictError, ConnectError } from "../../connect"
import { messageOf } from "../../modules/e-invoice/message-of"
import { ENDED_CREATIONS } from "../../modules/e-invoice/models/e-invoice-order"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  isCancelled,
  isWhollyRefunded,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { unlessSilent } from "../failure"
import { isCreditedAndRefunded } from "../refunds/credit-by-hand"
import type { CreditOutcome } from "../refunds/send-credit"
import { reconcileStatus, lookUpStatus, reportOf } from "./reconcile-status"

export type CancelDependencies = Pick<
  EInvoiceModuleService,
  "connect" | "orders" | "timeline" | "inbox" | "events" | "options"
>

/**
 * - `cancelled`: the service has cancelled it, now or before
 * - `nothing-there`: no order exists at the service
 * - `creation-open`: it is unknown whether one exists; it is cancelled once it is known
 * - `expired`: the service will not cancel it because it expired, and bills no customer for it as it is; should an invoice
 *   come of it, that is cancelled
 * - `refused`: the service will not cancel it; `why` says so to a merchant
 */
export type Cancellation =
  | {
      readonly outcome: "cancelled" | "nothing-there" | "creation-open" | "expired"
    }
  | {
      readonly outcome: "refused"
      readonly why: string
      /** The service's own word. */
      readonly messageKey?: string | undefined
    }

type CancelRequest = {
  readonly note: string
  readonly actor: TimelineActor
  readonly budgetMs?: number
  readonly creditRest?: ((order: FollowedOrder) => Promise<CreditOutcome>) | undefined
  readonly isAskedAgain?: boolean
}

/** Answers after which the order certainly is what it was. */
const REFUSALS: ReadonlySet<ConnectError["kind"]> = new Set([
  "conflict",
  "refused",
  "not-found",
  "disabled",
])

/**
 * Cancels an order at the service. The intent is written down first, so that the sweep goes on with it when the service
 * cannot be reached; the service is not asked when it cancelled the order itself.
 *
 * @param note the reason that the service keeps with the order; nothing personal
 * @param budgetMs milliseconds the cancellation may take; the option `requestBudget` unless said otherwise
 * @param creditRest credits the rest of an unpaid invoice that was credited in part, should the service not cancel that
 * @param isAskedAgain whether the caller asks again by itself for as long as it is wanted: then the intent is not written down, since
 *   it would outlive that
 * @throws ConnectError when the service could not be asked, or its answer is unknown; the sweep tries again
 */
export async function cancelAtService(
  dependencies: CancelDependencies,
  order: FollowedOrder,
  { note, actor, budgetMs, creditRest, isAskedAgain = false }: CancelRequest
): Promise<Cancellation> {
  const { connect, timeline, orders } = dependencies
  const { statuses } = orders
  if (ENDED_CREATIONS.includes(order.state)) {
    return { outcome: "nothing-there" }
  }
  const isNothingLeft =
    isCreditedAndRefunded(order) || (isWhollyRefunded(order.status) && !order.paid)
  if (isCancelled(order.status) || isNothingLeft) {
    return { outcome: "cancelled" }
  }
  if (!isAskedAgain) {
    await statuses.requestCancellation(order.id)
  }
  if (order.state !== "succeeded" || order.orderUuid === null) {
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
    const settled =
      error instanceof ConnectError &&
      (await settledByRefusal(dependencies, order, { error, actor, creditRest }))
    if (settled) {
      return settled
    }
    await failed(dependencies, order, { error, actor })
    throw error
  }
  if (isAskedAgain) {
    // The store asked for it: so says its status from now on.
    await statuses.requestCancellation(order.id)
  }
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor,
    action: "cancel",
    outcome: "done",
    detail: { note },
  })
  await reconcileStatus(dependencies, order.id, reportOf("CANCELLED"), {
    by: "payment",
    actor,
  })
  await statuses.unflag(order.id, "cancel_failed", "invoiced_after_cancel", "order_missing")
  // The service need not report what it was asked for, and the Medusa order may stand: as after an order edit.
  await statuses.lookWithin(order.id, CANCELLATION_GRACE)
  return { outcome: "cancelled" }
}

/** How long after a cancellation was requested Medusa's own cancellation may still be under way, in milliseconds. */
const CANCELLATION_GRACE = 2 * 60_000

/** Until when Medusa may still be cancelling the order whose invoice was cancelled; undefined where no cancellation was requested. */
export const cancellationGraceEnd = ({
  cancelRequestedAt,
}: Pick<FollowedOrder, "cancelRequestedAt">): Date | undefined =>
  cancelRequestedAt ? new Date(cancelRequestedAt.getTime() + CANCELLATION_GRACE) : undefined

type Refusal = { error: ConnectError } & Pick<CancelRequest, "actor" | "creditRest">

/**
 * What a refusal means for an order. The service also refuses to cancel what it cancelled already, and may refuse what
 * expired.
 *
 * @returns undefined when the error says nothing of the order
 */
async function settledByRefusal(
  dependencies: CancelDependencies,
  order: FollowedOrder,
  refusal: Refusal
): Promise<Cancellation | undefined> {
  const { error, actor } = refusal
  const isConflict = error instanceof ConflictError
  const mayBeExpired = order.status === "EXPIRED" && REFUSALS.has(error.kind)
  if (!isConflict && !mayBeExpired) {
    return undefined
  }
  const now = await statusNow(dependencies, order, actor)
  // Where the service does not say, what it said last counts, or an expired order would block others for ever; but for a
  // conflict, which may mean that it is paid.
  const status = now ?? (isConflict ? undefined : order.status)
  const { statuses } = dependencies.orders
  if (isCancelled(status)) {
    await statuses.unflag(order.id, "cancel_failed")
    return { outcome: "cancelled" }
  }
  if (status === "EXPIRED") {
    await recordRefusal(dependencies, order, refusal)
    await dependencies.orders.statuses.flag(order.id, "cancel_failed")
    return { outcome: "expired" }
  }
  if (!isConflict) {
    return undefined
  }
  if (await isWhollyCredited(dependencies, order.id, refusal)) {
    await statuses.cancellationSettled(order.id)
    await statuses.unflag(order.id, "cancel_failed")
    return { outcome: "cancelled" }
  }
  await statuses.cancellationSettled(order.id)
  await recordRefusal(dependencies, order, refusal)
  const why = `${error.message} ${error.advice}`
  return { outcome: "refused", why, messageKey: error.messageKey }
}

/**
 * The service does not cancel what was credited in part: then the rest of an unpaid invoice is credited, too. Where its own portal gave
 * that part, it is left to staff: how much it was, they record.
 */
async function isWhollyCredited(
  { orders: { statuses } }: CancelDependencies,
  id: string,
  { creditRest }: Refusal
): Promise<boolean> {
  const order = await statuses.find(id)
  if (!order || order.paid) {
    return false
  }
  return (
    isWhollyRefunded(order.status) ||
    (order.status === "PARTIAL REFUNDED" && (await creditRest?.(order)) === "credited")
  )
}

const recordRefusal = (
  { timeline }: CancelDependencies,
  { id }: FollowedOrder,
  { error, actor }: Refusal
): Promise<boolean> =>
  timeline.recordOnce({
    eInvoiceOrderId: id,
    actor,
    action: "cancel",
    outcome: "refused",
    detail: { message: error.message, message_key: error.messageKey },
  })

/**
 * The refusal stands whatever the look-up says; it only tells what the order is instead.
 *
 * @returns undefined when the service could not be asked
 */
async function statusNow(
  dependencies: CancelDependencies,
  order: FollowedOrder,
  actor: TimelineActor
): Promise<LastingStatus | undefined> {
  const { connect } = dependencies
  const reconciled = await unlessSilent(async () =>
    reconcileStatus(dependencies, order.id, await lookUpStatus(connect, order.orderUuid ?? ""), {
      by: "payment",
      actor,
    })
  )
  return reconciled?.order.status
}

async function failed(
  { orders: { statuses }, timeline }: CancelDependencies,
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

/** Whether a cancellation was requested that the service has not confirmed. What was wholly refunded asks for nothing any more. */
export const awaitsCancellation = ({
  cancelRequestedAt,
  status,
}: Pick<FollowedOrder, "cancelRequestedAt" | "status">): boolean =>
  cancelRequestedAt !== null && !isCancelled(status) && !isWhollyRefunded(status)
