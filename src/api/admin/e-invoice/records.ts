import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { recordKinds } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import type { RecordRow } from "../../../modules/e-invoice/operations/remote-records"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { type CsvColumns, money } from "./csv"
import { namesOf, type Reader, type RowNames, searchInMedusa } from "./customer-names"
import {
  answerList,
  id,
  listParams,
  lists,
  oneOrMore,
  RECORD_IDENTIFIERS,
  timeRange,
} from "./lists"
import { changes, emptyBody, medusaId, reads, serviceUuid } from "./requests"

/** Checks and policies of the routes of remembered records. */
export const recordMiddlewares = (): MiddlewareRoute[] => [
  lists("/records", adminListRecordsParams, SORTABLE_RECORD_COLUMNS),
  changes("/records/follow", adminFollowOrder),
  reads("/records/:id"),
  changes("/records/:id/refresh", emptyBody),
]

/** Columns by which the lists of remembered records may be sorted. */
export const SORTABLE_RECORD_COLUMNS = [
  "id",
  "created_at",
  "kind",
  "status",
  "amount",
  "last_checked_at",
] as const

type AdminListRecordsParams = z.infer<ReturnType<typeof adminListRecordsParams>>

/** Query of `GET /admin/e-invoice/records`. */
export const adminListRecordsParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    kind: oneOrMore(z.enum(recordKinds)),
    order_id: oneOrMore(id),
    customer_id: oneOrMore(id),
    remote_uuid: oneOrMore(id),
    remote_customer_uuid: oneOrMore(id),
    status: oneOrMore(id),
    last_checked_at: timeRange,
  })
)

export type AdminFollowOrder = z.infer<ReturnType<typeof adminFollowOrder>>

/** Body of `POST /admin/e-invoice/records/follow`. */
const adminFollowOrder = lazily(() => z.strictObject({ uuid: serviceUuid, order_id: medusaId }))

/** Answers the list of remembered records; leaves out those without the service's id. */
export function answerRecords(
  req: AuthenticatedMedusaRequest<unknown, AdminListRecordsParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  return answerList(
    req,
    res,
    {
      filters: {
        remote_uuid: { $ne: null },
        ...req.filterableFields,
      },
      select: RECORD_COLUMNS,
      identifiers: RECORD_IDENTIFIERS,
      inMedusa: searchInMedusa(req, req.filterableFields.q),
      customerColumns: ["customer_id"],
      list: eInvoice.listEInvoiceRecords.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceRecords.bind(eInvoice),
    },
    { name: "records", show: (rows) => shownRecords(req, rows), columns: recordsAsCsv }
  )
}

const RECORD_COLUMNS = [
  "id",
  "kind",
  "remote_uuid",
  "remote_customer_uuid",
  "order_id",
  "customer_id",
  "organization_id",
  "company_name",
  "amount",
  "raw_amount",
  "currency_code",
  "status",
  "reserved_at",
  "payment_url",
  "last_checked_at",
  "created_at",
  "updated_at",
] as const

type ShownRecord = Omit<
  Pick<RecordRow, Extract<(typeof RECORD_COLUMNS)[number], keyof RecordRow>>,
  "amount"
> & { amount: unknown }

/** A remembered record as staff see it; the amount in major units. */
const shownRecord = (row: ShownRecord) => ({
  id: row.id,
  kind: row.kind,
  remote_uuid: row.remote_uuid,
  remote_customer_uuid: row.remote_customer_uuid,
  order_id: row.order_id,
  customer_id: row.customer_id,
  organization_id: row.organization_id,
  company_name: row.company_name,
  amount: row.amount === null ? null : Number(row.amount),
  currency_code: row.currency_code,
  status: row.status,
  reserved_at: row.reserved_at,
  payment_url: row.payment_url,
  last_checked_at: row.last_checked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Remembered records with the Medusa order and the customer that each is of. */
export async function shownRecords(
  reader: Reader,
  rows: readonly ShownRecord[]
): Promise<(ReturnType<typeof shownRecord> & RowNames)[]> {
  const nameOf = await namesOf(reader, rows)
  return rows.map((row) => ({ ...shownRecord(row), ...nameOf(row) }))
}

/** Remembered records in a file. */
const recordsAsCsv: CsvColumns<ReturnType<typeof shownRecord> & RowNames> = {
  created_at: (record) => record.created_at,
  kind: (record) => record.kind,
  id_at_service: (record) => record.remote_uuid,
  order_number: (record) => record.order_number,
  customer_name: (record) => record.customer?.name,
  customer_email: (record) => record.customer?.email,
  company_name: (record) => record.company_name ?? record.customer?.company,
  organization_number: (record) => record.organization_id,
  status: (record) => record.status,
  currency_code: (record) => record.currency_code?.toUpperCase(),
  amount: (record) => money(record.amount),
  last_checked_at: (record) => record.last_checked_at,
}

/** @throws MedusaError not_found */
export async function recordOf(container: MedusaContainer, id: string): Promise<RecordRow> {
  const row = await eInvoiceModule(container).records.find(id)
  if (!row) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no remembered record ${id}.`)
  }
  return row
}
