import { NotFoundError, OperationDisabledError, parseCallback } from "../../connect"
import { adoptOrder, flagSecondOrder } from "../creation/resolve-in-doubt"
import { senderLost } from "../failure"
import type { CallbackParameters } from "../../modules/e-invoice/callbacks/callback-content"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { type ListedOrder, recogniseOrder } from "../creation/recognise-order"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { lookUpStatus } from "../status/learn-status"

export type NamedOrderDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "connect" | "journal" | "keys" | "otherOrders" | "shopperData" | "timeline"
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
export async function heedOrderNamedByCallback(
  dependencies: NamedOrderDependencies,
  row: JournalRow,
  parameters: CallbackParameters,
  now = dependencies.clock.now()
): Promise<boolean> {
  const { journal, keys } = dependencies
  if (row.state === "sending" && !journal.senderHasEnded(row, now)) {
    return false
  }
  await heedForeignPaid(dependencies, row, parameters)
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
async function heedForeignPaid(
  { connect, otherOrders, timeline }: NamedOrderDependencies,
  row: JournalRow,
  parameters: CallbackParameters
): Promise<void> {
  const { orderUuid } = parseCallback(parameters)
  const known = orderUuid === undefined ? undefined : row.other_orders?.[orderUuid]
  if (orderUuid === undefined || known?.state !== "foreign") {
    return
  }
  const report = await ifShown(() => lookUpStatus(connect, orderUuid))
  const status = report?.status
  if (status === "PAID" && (await otherOrders.foreignPaid(row.id, orderUuid))) {
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
  { journal }: NamedOrderDependencies,
  row: JournalRow,
  now: Date
): Promise<JournalRow> {
  if (row.state !== "sending") {
    return row
  }
  return (
    (await journal.senderLost(row, senderLost(now), now)) ?? (await journal.find(row.id)) ?? row
  )
}

/** The order that a callback names, when it is not known yet and the service confirms it. */
async function namedOrder(
  { connect, journal }: NamedOrderDependencies,
  row: JournalRow,
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
  const linked = await journal.linkedOrders([orderUuid])
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
