import type {
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  PaymentSessionStatus as PaymentSessionStatusText,
  RetrievePaymentInput,
  RetrievePaymentOutput,
} from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"

import { parseOrderStatus } from "../../connect"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import {
  type CapturedStatuses,
  countsAsCaptured,
  isEndedWithoutPayment,
  isLastingStatus,
} from "../../modules/e-invoice/status/order-status-machine"
import type { ProviderDependencies } from "./dependencies"
import { readSessionData, type SessionData } from "./session-data"

/** What the journal knows of a payment; no call goes out. */
export async function getPaymentStatus(
  dependencies: ProviderDependencies,
  input: GetPaymentStatusInput
): Promise<GetPaymentStatusOutput> {
  const row = await journalRowOf(dependencies, input)
  if (!row) {
    return { status: PaymentSessionStatus.PENDING }
  }
  const { capturedStatuses } = dependencies.eInvoice.options
  return {
    status: paymentStatusOf(row, capturedStatuses),
    data: { ...dataOf(row) },
  }
}

/** The opaque data of a payment, with the status that was last heard. */
export async function retrievePayment(
  dependencies: ProviderDependencies,
  input: RetrievePaymentInput
): Promise<RetrievePaymentOutput> {
  const row = await journalRowOf(dependencies, input)
  return { data: row ? { ...dataOf(row) } : { ...readSessionData(input.data) } }
}

/** What a payment of ours carries. */
export function dataOf(row: JournalRow): SessionData {
  return {
    e_invoice_order_id: row.id,
    ...(row.remote_order_uuid && { order_uuid: row.remote_order_uuid }),
    ...(row.remote_status && { status: row.remote_status }),
  }
}

/** What Medusa calls the state of a row. */
export function paymentStatusOf(
  row: Pick<JournalRow, "state" | "remote_status" | "paid_at">,
  capturedStatuses: CapturedStatuses
): PaymentSessionStatusText {
  if (row.state === "abandoned") {
    return PaymentSessionStatus.CANCELED
  }
  if (row.state !== "created") {
    return PaymentSessionStatus.PENDING
  }
  const status = parseOrderStatus(row.remote_status)
  if (!isLastingStatus(status)) {
    return PaymentSessionStatus.AUTHORIZED
  }
  if (isEndedWithoutPayment(status)) {
    return PaymentSessionStatus.CANCELED
  }
  return countsAsCaptured({ status, paid: row.paid_at !== null }, capturedStatuses)
    ? PaymentSessionStatus.CAPTURED
    : PaymentSessionStatus.AUTHORIZED
}

async function journalRowOf(
  { eInvoice }: ProviderDependencies,
  input: GetPaymentStatusInput
): Promise<JournalRow | undefined> {
  const { e_invoice_order_id } = readSessionData(input.data)
  if (e_invoice_order_id) {
    return eInvoice.journal.find(e_invoice_order_id)
  }
  const session = input.context?.idempotency_key
  return session ? eInvoice.journal.ofSession(session) : undefined
}
