import type { Logger } from "@medusajs/framework/types"

import type { EInvoiceEventData } from "../../events"
import { formatOre, toOre } from "../../mapping"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isUnlinked, type RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { RefundByOther } from "../medusa-orders"
import type { OrderNow } from "./medusa-order"

type FromModule = Pick<
  EInvoiceModuleService,
  | "clock"
  | "connect"
  | "orders"
  | "refunds"
  | "operations"
  | "records"
  | "listEInvoiceOperations"
  | "timeline"
  | "inbox"
  | "events"
  | "options"
>

type FromMedusa = {
  readonly medusaRefunds: MedusaRefunds
  readonly logger: Pick<Logger, "error">
}

/** What sending and settling refunds works with. */
export type RefundDependencies = FromModule & FromMedusa

/** Puts together what the plugin's module has and what is reached otherwise by provider and workflows. */
export const refundDependencies = (
  eInvoice: FromModule,
  { medusaRefunds, logger }: FromMedusa
): RefundDependencies => {
  const { clock, connect, orders, refunds, operations, records, timeline, inbox, events, options } =
    eInvoice
  return {
    clock,
    connect,
    orders,
    refunds,
    operations,
    records,
    listEInvoiceOperations: eInvoice.listEInvoiceOperations.bind(eInvoice),
    timeline,
    inbox,
    events,
    options,
    medusaRefunds,
    logger,
  }
}

export type RefundRequest = {
  /** Id of Medusa's refund: the key under which it is sent at most once. */
  readonly refundId: string
  readonly amountOre: bigint
  readonly actor: TimelineActor
  /** The refund here that Medusa's is made for, where lines or an amount were chosen in the Refunds section. */
  readonly rowId?: string | undefined
  /** The Medusa order as it stands; by it the lines of an amount are found. */
  readonly orderNow?: OrderNow | undefined
  /** Whether Medusa may be cancelling the order, and asks for all of it. */
  readonly isCancelling?: boolean | undefined
  /** The payment lease under which it is sent; checked right before the right to send it is claimed. */
  readonly lease?: Lease | undefined
}

/** Medusa's own refunds. The payment provider and the workflows reach them by different ways. */
export type MedusaRefunds = {
  /** @returns those of these ids that Medusa has a refund of */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of an order's payments by other providers, which know nothing of what is refunded here. */
  byOthers(orderId: string): Promise<RefundByOther[]>
  /** Whether Medusa cancelled a payment, and can record no refund of it. */
  isCancelled(paymentId: string): Promise<boolean>
  /** Takes a refund out of Medusa's books, if it is there. */
  remove(id: string): Promise<void>
}

/**
 * Which refunds were carried out at the service and are not in Medusa's books: Medusa was not told yet, or took its own
 * refund back because something failed after the money was refunded. Credits are not in Medusa's books: its payment is over
 * what the invoice asks for after them.
 */
export async function missingInMedusa<
  Row extends Pick<RefundRow, "id" | "refund_id" | "state" | "purpose">,
>(medusaRefunds: Pick<MedusaRefunds, "known">, rows: readonly Row[]): Promise<Row[]> {
  const done = rows.filter(({ state, purpose }) => state === "succeeded" && purpose === "refund")
  const linked = done.filter((row) => !isUnlinked(row))
  const known =
    linked.length > 0
      ? await medusaRefunds.known(linked.map(({ refund_id }) => refund_id))
      : new Set<string>()
  return done.filter(({ refund_id }) => !known.has(refund_id))
}

/**
 * The refund here that Medusa's is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
export async function awaitedRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { rowId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  if (rowId === undefined) {
    return missingRefund(dependencies, order, amountOre)
  }
  const { refunds, medusaRefunds } = dependencies
  const row = await refunds.find(rowId)
  if (row?.e_invoice_order_id !== order.id || toOre(row.amount) !== amountOre) {
    return undefined
  }
  if (row.state === "prepared") {
    return row
  }
  const [missing] = await missingInMedusa(medusaRefunds, [row])
  return missing
}

/** The refund of an amount that was carried out at the service and that Medusa has not recorded. */
export async function missingRefund(
  { refunds, medusaRefunds }: RefundDependencies,
  order: Pick<FollowedOrder, "id">,
  amountOre: bigint
): Promise<RefundRow | undefined> {
  const [missing] = await missingInMedusa(
    medusaRefunds,
    await refunds.carriedOut(order.id, formatOre(amountOre))
  )
  return missing
}

/**
 * Takes Medusa's own refund of a row back. Medusa writes it before it asks the provider, and takes it back itself where that
 * fails; one whose process was killed in between would count for good. To be done before the row is closed or linked to
 * another: nothing looks for it afterwards.
 */
export async function takeOutOfMedusa(
  { medusaRefunds }: Pick<RefundDependencies, "medusaRefunds">,
  row: Pick<RefundRow, "id" | "refund_id">
): Promise<void> {
  if (!isUnlinked(row)) {
    await medusaRefunds.remove(row.refund_id)
  }
}

/**
 * Carries out the steps that follow once the outcome of a refund is recorded. A step that fails is logged and not thrown: Medusa
 * would take its own refund back although the money is gone, and the sweep would take for open what is closed.
 */
export async function afterCommit(
  { logger }: Pick<RefundDependencies, "logger">,
  { id }: Pick<RefundRow, "id">,
  ...acts: (() => Promise<unknown>)[]
): Promise<void> {
  for (const act of acts) {
    try {
      await act()
    } catch (error) {
      logger.error(
        `e-invoice: the outcome of refund ${id} is recorded; a later step failed: ${messageOf(error)}`
      )
    }
  }
}

/** Tells the store what the service decided about the refund of a checkout's order. */
export const tellOfDecision = (
  { events }: Pick<RefundDependencies, "events">,
  { orderId, orderUuid }: Pick<FollowedOrder, "orderId" | "orderUuid">,
  refundRowId: string,
  decision: EInvoiceEventData["e_invoice.refund_decided"]["decision"],
  messageKey?: string
): Promise<void> =>
  events.emit("e_invoice.refund_decided", {
    id: refundRowId,
    order_id: orderId,
    uuid: orderUuid,
    decision,
    message_key: messageKey ?? null,
  })
