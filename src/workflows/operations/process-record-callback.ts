import type { MedusaContainer } from "@medusajs/framework/types"

import { OperationDisabledError } from "../../connect"
import type { InboxEntry } from "../../modules/e-invoice/callbacks/inbox"
import { heedRecordNamedByCallback } from "../../domain/operations/heed-record-named-by-callback"
import { learnRecord } from "../../domain/operations/learn-record"
import { eInvoiceModule } from "../e-invoice-module"

/**
 * Processes a callback about a record that was created beside a checkout: asks the service what has become of it. The
 * callback itself is not believed; it may name a record whose creation was never answered, which the service confirms.
 *
 * @returns false when it may be tried again at once
 * @throws ConnectError when the service cannot say; the callback stays in the inbox
 */
export async function processRecordCallback(
  container: MedusaContainer,
  entry: InboxEntry,
  { giveUp, now }: { giveUp: boolean; now: Date | undefined }
): Promise<boolean> {
  const eInvoice = eInvoiceModule(container)
  const { inbox, records } = eInvoice
  const row = await records.find(entry.eInvoiceOrderId)
  if (!row) {
    await inbox.processed([entry.id], "the record is forgotten", now)
    return true
  }
  try {
    const named =
      row.remote_uuid === null
        ? await heedRecordNamedByCallback(eInvoice, row, entry.parameters)
        : row
    if (!named) {
      if (giveUp) {
        await inbox.failed(entry, "waiting: creation", now)
      }
      return giveUp
    }
    const learned = await learnRecord(eInvoice, named, "callback", row.kind === "company-check")
    await inbox.processed([entry.id], learned ? `learned: ${learned.status}` : "told", now)
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      await inbox.failed(entry, "failed: the service cannot say", now)
      throw error
    }
    await inbox.processed([entry.id], `not believed: ${error.operationId} is switched off`, now)
  }
  return true
}
