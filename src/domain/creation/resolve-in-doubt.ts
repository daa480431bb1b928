import type { ConnectError } from "../../connect"
import type { Creations } from "../../modules/e-invoice/orders/creations"
import type { FoundBy, JournalFailure, OrderRow } from "../../modules/e-invoice/orders/order-row"
import {
  INITIAL_STATUS,
  lastingStatusOf,
  wasPaid,
} from "../../modules/e-invoice/orders/order-status"
import { type IntentActor, isUnsettled } from "../../modules/e-invoice/intent"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { senderLost } from "../failure"
import { type LookUp, lookUpOrder, type ReadingTerms } from "./look-up-order"
import type { ListedOrder } from "./recognise-order"

/** Milliseconds until the sweep looks again at a row that stays in doubt. */
const NEXT_LOOK = 5 * 60_000

/** What became of a row whose creation was open. */
type Resolution =
  /** Nothing is open: the row's state says what is known. */
  | { open: false; row: OrderRow }
  | {
      open: true
      row: OrderRow
      /** `in-flight`: the sender may still be at work; `quiet-period`: it is too early to conclude from absence. */
      reason: "in-flight" | "quiet-period" | "unclear"
    }
  /** The service could not be asked. */
  | { open: true; row: OrderRow; reason: "failed"; error: ConnectError }

type ResolveDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "connect" | "events" | "keys" | "options" | "orders" | "timeline" | "shopperData"
>

/**
 * Finds out what became of a creation that was sent and not answered: looks the order up and adopts it, or concludes
 * after the quiet period that it does not exist, or leaves the row in doubt with the evidence. Sends no creation.
 *
 * @param actor who asked, for the timeline
 */
export async function resolveInDoubt(
  dependencies: ResolveDependencies,
  row: OrderRow,
  {
    actor,
    now = dependencies.clock.now(),
    ...reading
  }: { actor: TimelineActor; now?: Date } & ReadingTerms
): Promise<Resolution> {
  const { creations } = dependencies.orders
  if (!isUnsettled(row)) {
    return { open: false, row }
  }
  if (row.state === "sending" && !creations.senderHasEnded(row, now)) {
    return { open: true, row, reason: "in-flight" }
  }
  const doubted = row.state === "sending" ? await withoutSender(dependencies, row, now) : row
  if (doubted.state !== "in_doubt") {
    return overtaken(doubted)
  }
  const lookUp = await lookUpOrder(dependencies, doubted, {
    ...reading,
    now,
    quietPeriod: dependencies.options.inDoubtQuietPeriod,
  })
  return conclude(dependencies, doubted, lookUp, { actor, now })
}

async function withoutSender(
  { orders: { creations } }: ResolveDependencies,
  row: OrderRow,
  now: Date
): Promise<OrderRow> {
  return (await creations.senderLost(row, senderLost(now), now)) ?? (await current(creations, row))
}

async function conclude(
  dependencies: ResolveDependencies,
  row: OrderRow,
  lookUp: LookUp,
  { actor, now }: { actor: TimelineActor; now: Date }
): Promise<Resolution> {
  const { options, orders } = dependencies
  const { creations } = orders
  if (lookUp.result === "found") {
    return adopt(dependencies, row, lookUp.order, { actor, now })
  }
  const failure = withEvidence(row, lookUp, now)
  if (lookUp.result !== "none") {
    const isEarly = lookUp.result === "unclear" && lookUp.missing.includes("quiet-period")
    const quietUntil =
      (row.sending_at ?? row.created_at).getTime() + options.inDoubtQuietPeriod * 1000
    const nextLook = isEarly ? new Date(quietUntil) : later(now)
    await creations.keepEvidence(row, failure, nextLook)
    const open = { open: true, row: await current(creations, row) } as const
    return lookUp.result === "failed"
      ? { ...open, reason: "failed", error: lookUp.error }
      : { ...open, reason: isEarly ? "quiet-period" : "unclear" }
  }
  const rejected = await creations.rejected(row, "look-up", failure)
  if (!rejected) {
    return overtaken(await current(creations, row))
  }
  await dependencies.timeline.record(
    {
      eInvoiceOrderId: row.id,
      actor,
      action: "resolve",
      outcome: "done",
      detail: { found: false },
    },
    now
  )
  return { open: false, row: rejected }
}

/** The row has moved on since the look-up began: what that showed is of an earlier attempt. */
const overtaken = (row: OrderRow): Resolution =>
  isUnsettled(row) ? { open: true, row, reason: "in-flight" } : { open: false, row }

async function adopt(
  dependencies: ResolveDependencies,
  row: OrderRow,
  order: ListedOrder,
  context: { actor: TimelineActor; now: Date }
): Promise<Resolution> {
  const adopted = await adoptOrder(dependencies, row, order, {
    ...context,
    by: "look-up",
  })
  if (adopted) {
    return { open: false, row: adopted }
  }
  const found = await current(dependencies.orders.creations, row)
  if (found.state === "in_doubt" && found.attempt === row.attempt) {
    return { open: true, row: found, reason: "unclear" }
  }
  await flagSecondOrder(dependencies, row.id, order.orderUuid, {
    foundBy: "look-up",
    actor: context.actor,
  })
  return overtaken(found)
}

function withEvidence(
  row: OrderRow,
  lookUp: Exclude<LookUp, { result: "found" }>,
  now: Date
): JournalFailure {
  const at = now.toISOString()
  return {
    kind: "ambiguous",
    message: "The creation was sent and not answered.",
    at,
    ...row.failure,
    lookup: {
      at,
      result: lookUp.result,
      orderUuids: "orderUuids" in lookUp ? lookUp.orderUuids : [],
      ...("reason" in lookUp && { reason: lookUp.reason }),
      ...("missing" in lookUp && { missing: lookUp.missing }),
    },
  }
}

const later = (now: Date) => new Date(now.getTime() + NEXT_LOOK)

async function current(creations: Creations, row: OrderRow): Promise<OrderRow> {
  return (await creations.find(row.id)) ?? row
}

type AdoptDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "events" | "orders" | "shopperData" | "timeline"
>

/** An order at the service, as far as adopting it goes. */
type AdoptableOrder = {
  orderUuid: string
  status: string
  customerDetails?: { uuid?: string | undefined } | undefined
}

/**
 * Records that an order at the service is the one a row asked for, and erases what was kept to ask for it.
 *
 * @param context.by how it was found; decides what it may change
 * @returns undefined when the row is at another attempt or names another order, or the order belongs to another row
 */
export async function adoptOrder(
  { clock, events, orders, shopperData, timeline }: AdoptDependencies,
  row: OrderRow,
  order: AdoptableOrder,
  { by, actor, now = clock.now() }: { by: IntentActor; actor: TimelineActor; now?: Date }
): Promise<OrderRow | undefined> {
  const status = lastingStatusOf(order.status) ?? INITIAL_STATUS
  const created = await orders.creations.succeeded(
    row,
    by,
    { orderUuid: order.orderUuid, customerUuid: order.customerDetails?.uuid, status },
    now
  )
  if (!created) {
    return undefined
  }
  if (created.shopper_data_id) {
    await shopperData.erase(created.shopper_data_id)
    await orders.forgetShopperData([created.shopper_data_id])
  }
  await timeline.record(
    {
      eInvoiceOrderId: row.id,
      actor,
      action: "resolve",
      outcome: "done",
      detail: { found: true, order_uuid: order.orderUuid },
    },
    now
  )
  // What it went through while in doubt is news that no later look brings.
  if (status !== INITIAL_STATUS) {
    await events.emit("e_invoice.status_changed", {
      id: row.id,
      order_id: created.order_id,
      status,
      previous_status: null,
      paid: wasPaid({ status, paid: created.paid_at !== null }),
    })
  }
  return created
}

type SecondOrderDependencies = Pick<EInvoiceModuleService, "orders" | "timeline">

/**
 * Keeps an order that the service has for a row beside the one the row names, flags the row, and tells the timeline which of the
 * two is one too many. Does nothing when the order is known already or belongs to another row.
 *
 * @param found.second the one too many, where that is the row's own
 */
export async function flagSecondOrder(
  { orders: { others }, timeline }: SecondOrderDependencies,
  id: string,
  orderUuid: string,
  {
    foundBy,
    actor,
    second = orderUuid,
  }: { foundBy: FoundBy; actor: TimelineActor; second?: string }
): Promise<void> {
  if (await others.record(id, orderUuid, foundBy)) {
    await timeline.record({
      eInvoiceOrderId: id,
      actor,
      action: "second-order",
      outcome: "failed",
      detail: { second_order_uuid: second, found_by: foundBy },
    })
  }
}
