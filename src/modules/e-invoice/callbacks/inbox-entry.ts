import type { CallbackState } from "../models/e-invoice-callback"
import type { CallbackContent, CallbackParameters } from "./callback-content"

/** A callback as it lies in the inbox. */
export type InboxEntry = {
  readonly id: string
  readonly eInvoiceOrderId: string
  readonly parameters: CallbackParameters
  readonly state: CallbackState
  readonly attempts: number
}

/** A callback that came, and whom it is about. */
export type Arrival = {
  readonly eInvoiceOrderId: string
  readonly content: CallbackContent
}

/** `full`: the order has sent so many distinct callbacks that no more are kept; it should be looked at instead. */
export type StoreResult =
  { readonly kept: "new" | "known"; readonly entry: InboxEntry } | { readonly kept: "full" }

/** A row of the inbox, as far as it is read. */
export type InboxRow = {
  id: string
  e_invoice_order_id: string
  parameters: CallbackParameters
  state: CallbackState
  attempts: number
}

/** What is read of a row. */
export const INBOX_COLUMNS = ["id", "e_invoice_order_id", "parameters", "state", "attempts"]

/** A callback that came, by the hash of the token it came with. */
export type Call = {
  readonly tokenHash: string
  readonly content: CallbackContent
}

/** Whom a call is about, and what became of it. */
export type TakenCall = {
  readonly ownerId: string
  readonly stored: StoreResult
}

const contentKey = (eInvoiceOrderId: string, contentHash: string): string =>
  `${eInvoiceOrderId} ${contentHash}`

/** What a callback is stored once for. */
export const keyOf = ({ eInvoiceOrderId, content }: Arrival): string =>
  contentKey(eInvoiceOrderId, content.contentHash)

export const byKey = (rows: readonly (InboxRow & { content_hash: string })[]) =>
  new Map(rows.map((row) => [contentKey(row.e_invoice_order_id, row.content_hash), entryOf(row)]))

export const entryOf = (row: InboxRow): InboxEntry => ({
  id: row.id,
  eInvoiceOrderId: row.e_invoice_order_id,
  parameters: row.parameters,
  state: row.state,
  attempts: row.attempts,
})
