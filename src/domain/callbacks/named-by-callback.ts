import { NotFoundError, OperationDisabledError, parseCallback } from "../../connect"
import type { CallbackParameters } from "../../modules/e-invoice/callbacks/callback"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { type ListedOrder, recogniseOrder } from "../creation/recognise-order"
import { adoptOrder, flagSecondOrder } from "../creation/resolve-in-doubt"
import { senderLost } from "../failure"
import { followSuccess, senderIsLost } from "../operations/operation-outcome"
import { mayBeOfAmount, recordAtService } from "../operations/records-at-service"
import { lookUpStatus } from "../status/reconcile-status"

type NamedOrderDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "connect" | "events" | "keys" | "orders" | "shopperData" | "timeline"
>

/**
 * Takes a hint that only a callback can give: the name of an order whose creation was never answered. The callback's
 * token belongs to the row, so the service made the order for it.
 *
 * The order is adopted when the row names none and what was sent does not contradict it. Any other that the service
 * confirms is a further order of the same payment, and flagged, whatever its reference: a retry sends another.
 *
 * @returns whether the row's order is known now
 * @throws ConnectError when the service cannot be asked
 */
export async function takeUpNamedOrder(
  dependencies: NamedOrderDependencies,
  row: OrderRow,
  parameters: CallbackParameters,
  now = dependencies.clock.now()
): Promise<boolean> {
  const { keys, orders } = dependencies
  const { creations } = orders
  if (row.state === "sending" && !creations.senderHasEnded(row, now)) {
    return false
  }
  await noteForeignPaid(dependencies, row, parameters)
  const known = await withoutSender(dependencies, row, now)
  const isCreated = known.state === "succeeded"
  const named = await namedOrder(dependencies, known, parameters)
  if (!named || known.attempt === 0) {
    return isCreated
  }
  const isAdopted =
    !isCreated &&
    recogniseOrder(known, named, keys) !== "other" &&
    (await adoptOrder(dependencies, known, named, {
      by: "callback",
      actor: "service",
      now,
    }))
  if (isAdopted) {
    return true
  }
  await flagSecondOrder(dependencies, known.id, named.orderUuid, {
    foundBy: "callback",
    actor: "service",
  })
  return isCreated
}

/** Staff may have declared an order foreign that the row's own token names: its payment is news to them. */
async function noteForeignPaid(
  { connect, orders: { others }, timeline }: NamedOrderDependencies,
  row: OrderRow,
  parameters: CallbackParameters
): Promise<void> {
  const { orderUuid } = parseCallback(parameters)
  const known = orderUuid === undefined ? undefined : row.other_orders?.[orderUuid]
  if (orderUuid === undefined || known?.state !== "foreign") {
    return
  }
  const report = await ifShown(() => lookUpStatus(connect, orderUuid))
  const status = report?.status
  if (status === "PAID" && (await others.foreignPaid(row.id, orderUuid))) {
    await timeline.record({
      eInvoiceOrderId: row.id,
      actor: "service",
      action: "second-order",
      outcome: "failed",
      detail: { second_order_uuid: orderUuid, status, found_by: "callback" },
    })
  }
}

/** A sender that has ended leaves its row in doubt. */
async function withoutSender(
  { orders: { creations } }: NamedOrderDependencies,
  row: OrderRow,
  now: Date
): Promise<OrderRow> {
  if (row.state !== "sending") {
    return row
  }
  return (
    (await creations.senderLost(row, senderLost(now), now)) ?? (await creations.find(row.id)) ?? row
  )
}

/** The order that a callback names, when it is not known yet and the service confirms it. */
async function namedOrder(
  { connect, orders: { creations } }: NamedOrderDependencies,
  row: OrderRow,
  parameters: CallbackParameters
): Promise<ListedOrder | undefined> {
  const { orderUuid } = parseCallback(parameters)
  if (
    orderUuid === undefined ||
    orderUuid === row.remote_order_uuid ||
    row.other_orders?.[orderUuid]
  ) {
    return undefined
  }
  const linked = await creations.linkedOrders([orderUuid])
  if (linked.has(orderUuid)) {
    return undefined
  }
  const answer = await ifShown(() =>
    connect.call("orders.details", { params: { order_uuid: orderUuid } })
  )
  return answer?.data.orderUuid === orderUuid ? answer.data : undefined
}

/** @returns undefined when the service does not know the order, or the merchant switched the question off */
async function ifShown<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof OperationDisabledError) {
      return undefined
    }
    throw error
  }
}

/** The service's word outranks that of staff: a creation that was settled as never made is taken up too. */
const OPEN = ["in_doubt", "rejected"] as const

/**
 * Takes a hint that only a callback can give: the name of a record whose creation was never answered. The callback's
 * token stood in that creation alone, so the service received it; what the service itself says of the record it names
 * must not contradict the creation.
 *
 * @returns the record, once it is named; undefined while that is unknown
 * @throws ConnectError when the service cannot be asked
 */
export async function takeUpNamedRecord(
  eInvoice: EInvoiceModuleService,
  record: RecordRow,
  parameters: CallbackParameters
): Promise<RecordRow | undefined> {
  const { operations, records } = eInvoice
  const { orderUuid: named } = parseCallback(parameters)
  const creation = await operations.ofRecord(record.id)
  if (named === undefined || !creation || !(await isOpen(eInvoice, creation))) {
    return undefined
  }
  const uuid = await namedRecord(eInvoice, record, creation, named)
  if (
    uuid === undefined ||
    (await belongsElsewhere(eInvoice, record, uuid)) ||
    !(await isConfirmed(eInvoice, record, uuid))
  ) {
    return undefined
  }
  const created = { kind: record.kind, uuid }
  const answer = {
    httpStatus: 0,
    messageKey: "confirmedAfterACallback",
    data: { uuid },
  }
  const decided = { by: "service" as const, answer, created }
  const known = await operations.decide(creation, "callback", true, decided)
  if (known) {
    await followSuccess(eInvoice, known, {
      created,
      messageKey: answer.messageKey,
      actor: "service",
    })
  }
  return records.find(record.id)
}

async function isOpen(eInvoice: EInvoiceModuleService, creation: OperationRow): Promise<boolean> {
  return creation.state === "sending"
    ? senderIsLost(eInvoice, creation)
    : OPEN.some((open) => open === creation.state)
}

/** A callback about a subscription names the order of one of its cycles. */
async function namedRecord(
  eInvoice: EInvoiceModuleService,
  { kind }: RecordRow,
  { sending_at: sentAt, created_at: createdAt }: OperationRow,
  named: string
): Promise<string | undefined> {
  const isCycle =
    kind === "subscription" && (await recordAtService(eInvoice, kind, named)) === undefined
  return isCycle ? subscriptionOfCycle(eInvoice, named, sentAt ?? createdAt) : named
}

async function belongsElsewhere(
  { records, orders: { creations } }: EInvoiceModuleService,
  { kind }: RecordRow,
  uuid: string
): Promise<boolean> {
  const known = await records.ofUuid(kind, uuid)
  const linked = await creations.linkedOrders([uuid])
  return known !== undefined || linked.has(uuid)
}

async function isConfirmed(
  eInvoice: EInvoiceModuleService,
  { kind, amount }: RecordRow,
  uuid: string
): Promise<boolean> {
  const shown = await recordAtService(eInvoice, kind, uuid)
  return shown !== undefined && mayBeOfAmount(kind, amount, shown)
}

const DAY = 24 * 60 * 60_000

/** Most pages of the service's list that are read: as many subscriptions begin on few days. */
const MOST_PAGES = 10

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/**
 * Finds the subscription to which the order of a cycle belongs, in the service's list of those that began on the days
 * around a moment: the service's days are not ours.
 *
 * @returns its identifier; undefined when the list does not name the order, or is switched off
 * @throws ConnectError when the service cannot be asked
 */
async function subscriptionOfCycle(
  { connect }: Pick<EInvoiceModuleService, "connect">,
  orderUuid: string,
  beganAt: Date
): Promise<string | undefined> {
  const days = {
    startDate: dayOf(beganAt.getTime() - DAY),
    endDate: dayOf(beganAt.getTime() + DAY),
  }
  try {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await connect.call("subscriptions.list", {
        params: {},
        query: { ...days, page },
      })
      const found = answer.data.find((row) => row.orderUuid === orderUuid)
      if (found) {
        return found.subscriptionUuid
      }
      pages = Math.min(answer.page?.lastPage ?? 1, MOST_PAGES)
    }
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      throw error
    }
  }
  return undefined
}
