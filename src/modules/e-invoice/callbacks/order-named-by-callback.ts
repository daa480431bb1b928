import {
  NotFoundError,
  OperationDisabledError,
  parseCallback,
} from "../../../connect"
import { adoptOrder } from "../creation/adopt-order"
import type { CallbackParameters } from "./callback-content"
import type { JournalRow } from "../creation/journal-row"
import { type ListedOrder, recogniseOrder } from "../creation/recognise-order"
import type EInvoiceModuleService from "../service"

export type NamedOrderDependencies = Pick<
  EInvoiceModuleService,
  | "clock"
  | "connect"
  | "journal"
  | "keys"
  | "shopperData"
  | "timeline"
  | "statuses"
>

/**
 * Takes a hint that only a callback can give: the name of an order whose creation was never answered. The callback's
 * token belongs to the row, so the service made the order for it; what the service itself says of the order must not
 * contradict that.
 *
 * A row whose order is known already gets flagged when a callback names another one: then it was made twice.
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
  const { journal } = dependencies
  if (row.state === "sending" && !journal.senderHasEnded(row, now)) {
    return false
  }
  const named = await namedOrder(dependencies, row, parameters)
  if (row.state === "created") {
    if (named) {
      await flagSecondOrder(dependencies, row, named)
    }
    return true
  }
  const adopted =
    named &&
    (await adoptOrder(dependencies, row, named, { actor: "service", now }))
  return adopted !== undefined
}

async function namedOrder(
  { connect, journal, keys }: NamedOrderDependencies,
  row: JournalRow,
  parameters: CallbackParameters
): Promise<ListedOrder | undefined> {
  const { orderUuid } = parseCallback(parameters)
  if (orderUuid === undefined || orderUuid === row.remote_order_uuid) {
    return undefined
  }
  const linked = await journal.linkedOrders([orderUuid])
  if (linked.has(orderUuid)) {
    return undefined
  }
  try {
    const { data } = await connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    const isOther = recogniseOrder(row, data, keys) === "other"
    return isOther || data.orderUuid !== orderUuid ? undefined : data
  } catch (error) {
    if (
      error instanceof NotFoundError ||
      error instanceof OperationDisabledError
    ) {
      return undefined
    }
    throw error
  }
}

async function flagSecondOrder(
  { statuses, timeline }: NamedOrderDependencies,
  row: JournalRow,
  named: ListedOrder
): Promise<void> {
  await statuses.flag(row.id, "second_order")
  await timeline.recordOnce({
    eInvoiceOrderId: row.id,
    actor: "service",
    action: "second-order",
    outcome: "failed",
    detail: {
      order_uuid: row.remote_order_uuid,
      second_order_uuid: named.orderUuid,
    },
  })
}
