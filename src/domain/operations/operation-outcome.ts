import { type OperationId, operationOf } from "../../connect"
import type { KnownAttempt } from "../../modules/e-invoice/intent"
import {
  type OperationRow,
  type Subject,
  totalIn,
} from "../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { tryToReconcileRecord } from "./records-at-service"
import { tellOfRefund } from "./moved-money"

const textIn = (data: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof data === "object" && data !== null ? (data as Record<string, unknown>)[name] : undefined
  return typeof value === "string" ? value : undefined
}

/** The record that a creation made, by the answer's own word. */
export function createdBy(id: OperationId, data: unknown): Subject | undefined {
  const { creates: creation } = operationOf(id)
  const uuid = creation && textIn(data, creation.uuid)
  return creation && uuid !== undefined ? { kind: creation.kind, uuid } : undefined
}

/** What is known of an operation that took effect. */
type Success = {
  readonly created: Subject | undefined
  /** The answer's data; nothing where it was found out in another way. */
  readonly data?: unknown
  readonly messageKey?: string
  /** Who found out, where it was not the answer to the sender. */
  readonly actor?: TimelineActor
}

/** Remembers the record that an operation created or acted on, writes the timeline, and tells the store. */
export async function followSuccess(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  { created, data, messageKey, actor = row.actor }: Success
): Promise<void> {
  await recordInTimeline(eInvoice, { ...row, actor }, "done", {
    message_key: messageKey,
  })
  const record = await rememberedRecord(eInvoice, row, created, data)
  if (record) {
    const amount =
      row.operation_id === "orders.update-payment-link" ? totalIn(row.request) : undefined
    await (amount !== undefined && eInvoice.records.changed(record.id, amount))
    await tryToReconcileRecord(eInvoice, record, row.operation_id)
  }
  if (created?.kind === "order") {
    await eInvoice.events.emit("e_invoice.order_created", {
      id: row.record_id ?? row.id,
      order_id: row.order_id,
      order_uuid: created.uuid,
    })
  }
  await tellOfRefund(eInvoice, row, "accepted", messageKey)
}

/** The record that an operation created or acted on, which is remembered from now on. */
export async function rememberedRecord(
  { records }: EInvoiceModuleService,
  row: OperationRow,
  created?: Subject,
  data?: unknown
): Promise<RecordRow | undefined> {
  if (row.record_id !== null) {
    const record = await records.find(row.record_id)
    if (record && created) {
      await records.named(record, {
        operationRowId: row.id,
        uuid: created.uuid,
        customerUuid: textIn(data, "customerUuid"),
        paymentUrl: textIn(data, "paymentUrl") ?? textIn(data, "url"),
      })
    }
    return records.find(row.record_id)
  }
  const { subject_kind: kind, subject_uuid: uuid } = row
  if (uuid === null || row.e_invoice_order_id !== null) {
    return undefined
  }
  return kind === "reservation" || kind === "subscription" || kind === "order"
    ? records.adopt(kind, uuid, {
        orderId: row.order_id ?? undefined,
        customerId: row.customer_id ?? undefined,
      })
    : undefined
}

/** Writes what came of an operation on a checkout's order into the order's timeline. */
export async function recordInTimeline(
  { timeline, orders: { statuses } }: EInvoiceModuleService,
  row: OperationRow,
  outcome: "done" | "refused" | "failed",
  detail: Record<string, string | undefined>
): Promise<void> {
  if (row.e_invoice_order_id === null) {
    return
  }
  await timeline.record({
    eInvoiceOrderId: row.e_invoice_order_id,
    actor: row.actor,
    action: row.operation_id,
    outcome,
    detail: { operation: row.id, ...detail },
  })
  // The sweep then brings Medusa to what the service says of the order.
  await statuses.lookSoon(row.e_invoice_order_id)
}

/** Why an operation is in doubt whose sender ended without an answer. */
const senderLost = {
  kind: "sender-lost",
  message: "The server stopped while the request was on its way.",
  advice: "Check at the service whether it took effect, and record what you found.",
}

/** @returns whether the attempt's sender has been gone for so long that its outcome is unknown */
export const senderIsLost = (
  { clock, operations }: Pick<EInvoiceModuleService, "clock" | "operations">,
  known: KnownAttempt
): Promise<boolean> =>
  operations.senderLost(known, { ...senderLost, at: clock.now().toISOString() })
