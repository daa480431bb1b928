import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"

import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { messageOf } from "../../modules/e-invoice/message-of"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { reviewFlagsOfOrder } from "../review-flags"
import { closeBill, type OpenedBill } from "./open-bill"
import { replacePlaceholders } from "./replace-placeholders"

/**
 * - `billed`: the service has the bill, and a payment in Medusa stands for it
 * - `in_doubt`: nobody knows yet; the sweep looks for it, and a person may settle it
 * - `refused`: certainly not billed; `why` says so, and the journal's row more
 */
export type BillOutcome =
  | { outcome: "billed" | "in_doubt"; e_invoice_order_id: string }
  | {
      outcome: "refused"
      e_invoice_order_id: string | null
      why: string
    }

/**
 * Authorises the session of a bill, which makes the order at the service: at most one, whatever was tried before. What
 * certainly came to nothing leaves nothing behind in Medusa; what is in doubt keeps its session, so that it can be
 * claimed when it is found.
 */
export async function sendBill(
  container: MedusaContainer,
  orderId: string,
  opened: OpenedBill
): Promise<BillOutcome> {
  const { journal, statuses, events } = eInvoiceModule(container)
  const declined = await authorise(container, opened)
  const row = await journal.ofSession(opened.session_id)
  if (row?.state === "created" && declined === undefined) {
    const medusa = await medusaPaymentOf(container, {
      id: row.id,
      paymentSessionId: opened.session_id,
      paymentId: row.payment_id,
      orderId,
    })
    await replacePlaceholders(container, opened.collection_id)
    await statuses.link(row.id, { orderId, paymentId: medusa?.payment?.id })
    await reviewFlagsOfOrder(container, orderId)
    await events.emit("e_invoice.order_created", {
      id: row.id,
      order_id: orderId,
      order_uuid: row.remote_order_uuid,
    })
    return { outcome: "billed", e_invoice_order_id: row.id }
  }
  if (row && mayExist(row)) {
    return { outcome: "in_doubt", e_invoice_order_id: row.id }
  }
  await closeBill(container, opened)
  return {
    outcome: "refused",
    e_invoice_order_id: row?.id ?? null,
    why: declined ?? "The payment was not authorised.",
  }
}

/** @returns why it was not authorised, if it was not */
async function authorise(
  container: MedusaContainer,
  opened: OpenedBill
): Promise<string | undefined> {
  try {
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(opened.session_id, {})
    return undefined
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return messageOf(error)
    }
    const { journal } = eInvoiceModule(container)
    const row = await journal.ofSession(opened.session_id)
    if (!row || !mayExist(row)) {
      await closeBill(container, opened)
    }
    throw error
  }
}

const mayExist = ({ state }: JournalRow): boolean =>
  state === "sending" || state === "in_doubt" || state === "created"
