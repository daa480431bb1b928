import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { parseOrderStatus } from "../connect"
import { toOre } from "../mapping"
import { reconcileRecord } from "../domain/operations/records-at-service"
import type { RecordRow } from "../modules/e-invoice/operations/remote-records"
import {
  countsAsCaptured,
  isCancelled,
  isLastingStatus,
  isRefundedStatus,
  wasPaid,
} from "../modules/e-invoice/orders/order-status"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { cancelEInvoiceOrderWorkflow } from "./cancel-e-invoice-order"
import { callStaff } from "./call-staff"
import { eInvoiceModule } from "./e-invoice-module"
import { flagRecords } from "./flag-records"
import { medusaPaymentOf } from "./medusa-payment"
import { followCancelledOfTwo } from "./ordered-twice"
import { performOperationWorkflow, prepareEInvoiceOperation } from "./operations/perform-operation"
import { logErrors } from "./background-work"
import { endHold } from "./ship-then-bill/bill-shipped-parcels"
import { synchroniseEInvoiceOrderWorkflow } from "./synchronise-e-invoice-order"
import { messageOf } from "../modules/e-invoice/message-of"

/**
 * Cancels or refunds whatever bills a cancelled Medusa order: its e-invoices, and records made beside a checkout. Medusa's own
 * flow never reaches the provider while no payment exists, and goes on when a cancellation or a refund fails.
 */
export async function followCancelledOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { records, options, orders } = eInvoiceModule(container)
  const { holds, statuses } = orders
  for (const record of await records.orderCancelled(orderId)) {
    await logErrors({ container }, `${record.kind} ${record.id}`, () =>
      cancelRecord(container, record)
    )
  }
  for (const hold of await holds.ofOrder(orderId)) {
    await endHold(container, hold, "order-cancelled")
  }
  for (const order of await statuses.ofOrder(orderId)) {
    // The service may tell of a cancelled invoice before Medusa has cancelled the order, which then seemed to stand unbilled.
    await statuses.unflag(order.id, "change_unbilled")
    if (order.holdUntil !== null) {
      continue
    }
    if (countsAsCaptured(order, options.capturedStatuses)) {
      await settlePaid(container, order)
      continue
    }
    if (!isCancelled(order.status)) {
      await cancel(container, order)
      const now = await statuses.find(order.id)
      // The service rejects the cancellation of an order that was just paid.
      if (now && countsAsCaptured(now, options.capturedStatuses)) {
        await settlePaid(container, now)
        continue
      }
    }
    await statuses.unflag(
      order.id,
      "cancelled_at_service",
      "invoiced_after_cancel",
      "placed_unbilled"
    )
  }
  await followCancelledOfTwo(container, orderId)
  await flagRecords(container, orderId)
}

async function cancel(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const { result } = await cancelEInvoiceOrderWorkflow(container).run({
      input: { e_invoice_order_id: order.id, actor: "medusa" },
    })
    if (result.outcome === "refused") {
      logger.error(
        `e-invoice: a Medusa order was cancelled, but its e-invoice order ${order.id} was not. ${result.why}`
      )
    }
  } catch (error) {
    logger.error(
      `e-invoice: a Medusa order was cancelled, but its e-invoice order ${order.id} is not yet; it is tried again. ${messageOf(error)}`
    )
  }
}

/** The reason that the service keeps with what is cancelled. */
const NOTE = "The order was cancelled in Medusa."

/**
 * Cancels a record made beside a checkout that took no money yet. One that took money, or is not cancelled, stays on the
 * overview until it is over; an outcome in doubt is listed there by itself.
 */
async function cancelRecord(container: MedusaContainer, record: RecordRow): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const { id, kind, order_id: orderId, remote_uuid: uuid } = record
  if (uuid === null) {
    return
  }
  const reconciled = await reconcileRecord(eInvoice, record, "medusa", false)
  const intent = {
    actor: "medusa" as const,
    idempotencyKey: `order-cancelled:${id}`,
    orderId: orderId ?? undefined,
  }
  const status = reconciled?.status ?? record.status ?? ""
  if (kind === "order" && isUnpaid(status)) {
    const input = await prepareEInvoiceOperation(
      container,
      "orders.cancel",
      { params: { order_uuid: uuid }, body: { cancellationNote: NOTE } },
      intent
    )
    await performOperationWorkflow(container).run({ input })
  }
  if (kind === "reservation" && UNCAPTURED.has(status)) {
    const input = await prepareEInvoiceOperation(
      container,
      "reservations.cancel",
      { params: { reservation_uuid: uuid }, body: { note: NOTE } },
      intent
    )
    await performOperationWorkflow(container).run({ input })
  }
}

/** Statuses of a reservation of which nothing was captured or charged. */
const UNCAPTURED: ReadonlySet<string> = new Set(["SENT", "RESERVED"])

const isUnpaid = (word: string): boolean => {
  const status = parseOrderStatus(word)
  return (
    isLastingStatus(status) &&
    !wasPaid({ status, paid: false }) &&
    !isRefundedStatus(status) &&
    !isCancelled(status)
  )
}

/** What was paid has to be captured before Medusa can refund it. */
async function settlePaid(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const medusa = await medusaPaymentOf(container, order)
  if (medusa?.payment?.captured) {
    await flagUnlessRefunded(container, order)
    return
  }
  await logErrors({ container }, `cancelled e-invoice order ${order.id}`, () =>
    synchroniseEInvoiceOrderWorkflow(container).run({
      input: {
        e_invoice_order_id: order.id,
        observer: "payment",
        actor: "medusa",
      },
    })
  )
}

/** Medusa records a refund with the cancelled order even when the provider rejected it. */
async function flagUnlessRefunded(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const { done } = await eInvoiceModule(container).refunds.sums(order.id)
  if (toOre(done) >= toOre(order.grandTotal)) {
    return
  }
  await callStaff(container, order.id, "refund_failed", {
    actor: "medusa",
    action: "refund-of-cancelled-order",
    detail: { refunded: done, charged: order.grandTotal },
    message: `e-invoice: a Medusa order was cancelled, but only ${done} of ${order.grandTotal} of e-invoice order ${order.id} was refunded at the service.`,
  })
}
