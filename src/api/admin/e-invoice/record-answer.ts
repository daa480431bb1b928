import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import type { RecordRow } from "../../../modules/e-invoice/operations/record-row"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"

/** What is read of a record to show it. */
export const RECORD_COLUMNS = [
  "id",
  "kind",
  "remote_uuid",
  "remote_customer_uuid",
  "order_id",
  "customer_id",
  "amount",
  "raw_amount",
  "currency_code",
  "status",
  "payment_url",
  "last_checked_at",
  "created_at",
  "updated_at",
] as const

type ShownRecord = Omit<
  Pick<RecordRow, Extract<(typeof RECORD_COLUMNS)[number], keyof RecordRow>>,
  "amount"
> & { amount: unknown }

/** What admins see of a remembered record; the amount is major units. */
export const shownRecord = (row: ShownRecord) => ({
  id: row.id,
  kind: row.kind,
  remote_uuid: row.remote_uuid,
  remote_customer_uuid: row.remote_customer_uuid,
  order_id: row.order_id,
  customer_id: row.customer_id,
  amount: row.amount === null ? null : Number(row.amount),
  currency_code: row.currency_code,
  status: row.status,
  payment_url: row.payment_url,
  last_checked_at: row.last_checked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** @throws MedusaError not_found */
export async function recordOf(container: MedusaContainer, id: string): Promise<RecordRow> {
  const row = await eInvoiceModule(container).records.find(id)
  if (!row) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no remembered record ${id}.`)
  }
  return row
}
