import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { InferTypeOf } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { parseCallback } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { maskPersonalValues } from "../../../connect/redaction"
import type { CallbackParameters } from "../../../modules/e-invoice/callbacks/callback"
import type EInvoiceCallback from "../../../modules/e-invoice/models/e-invoice-callback"
import { CALLBACK_STATES } from "../../../modules/e-invoice/models/e-invoice-callback"
import { isRecordId } from "../../../modules/e-invoice/operations/remote-records"
import {
  maskPersonalNumbers,
  withoutPeople,
} from "../../../modules/e-invoice/personal-data/personal-masks"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import type { CsvColumns } from "./csv"
import {
  anywhere,
  type FoundInMedusa,
  namesOf,
  type Reader,
  searchInMedusa,
} from "./customer-names"
import {
  answerList,
  id,
  isAnyOf,
  listParams,
  lists,
  oneOrMore,
  ORDER_IDENTIFIERS,
  RECORD_IDENTIFIERS,
} from "./lists"
import { changes, emptyBody } from "./requests"

/** Checks and policies of the routes of the callback inbox. */
export const callbackMiddlewares = (): MiddlewareRoute[] => [
  lists("/callbacks", adminListCallbacksParams, SORTABLE_CALLBACK_COLUMNS),
  changes("/callbacks/:id/process", emptyBody),
]

type AdminListCallbacksParams = z.infer<ReturnType<typeof adminListCallbacksParams>>

/** Query of `GET /admin/e-invoice/callbacks`. */
export const adminListCallbacksParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    e_invoice_order_id: oneOrMore(id),
    state: oneOrMore(z.enum(CALLBACK_STATES)),
  })
)

/** Columns by which `GET /admin/e-invoice/callbacks` may be sorted. */
export const SORTABLE_CALLBACK_COLUMNS = ["id", "created_at", "state"] as const

const CALLBACK_COLUMNS = [
  "id",
  "e_invoice_order_id",
  "parameters",
  "state",
  "attempts",
  "due_at",
  "outcome",
  "processed_at",
  "created_at",
] as const

type CallbackRecord = Omit<
  Pick<InferTypeOf<typeof EInvoiceCallback>, (typeof CALLBACK_COLUMNS)[number]>,
  "parameters"
> & { parameters: unknown }

/** Answers the list of callbacks. */
export async function answerCallbacks(
  req: AuthenticatedMedusaRequest<unknown, AdminListCallbacksParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { q, ...filters } = req.filterableFields
  await answerList(
    req,
    res,
    {
      filters: q
        ? { $and: [filters, { e_invoice_order_id: await subjectsFound(req, String(q)) }] }
        : filters,
      select: CALLBACK_COLUMNS,
      list: eInvoice.listEInvoiceCallbacks.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceCallbacks.bind(eInvoice),
    },
    { name: "callbacks", show: (rows) => shownCallbacks(req, rows), columns: callbacksAsCsv }
  )
}

/** Callbacks with what each is about. */
export async function shownCallbacks(reader: Reader, rows: readonly CallbackRecord[]) {
  const subjects = await callbackSubjects(
    reader,
    rows.map(({ e_invoice_order_id }) => e_invoice_order_id)
  )
  return rows.map((row) => shownCallback(row, subjects.get(row.e_invoice_order_id)))
}

/**
 * A callback as staff see it: its subject, its parameters (personal values masked) and its outcome. `due_at` is the next
 * attempt; null once processed.
 */
const shownCallback = (row: CallbackRecord, subject: CallbackSubject | undefined) => ({
  id: row.id,
  subject: subject ?? null,
  said: reportedStatus(row.parameters),
  parameters: shownParameters(row.parameters),
  state: row.state,
  outcome: row.outcome,
  attempts: row.attempts,
  due_at: row.state === "processed" ? null : row.due_at,
  processed_at: row.processed_at,
  created_at: row.created_at,
})

/** Callbacks in a file: their parameters are left out. */
const callbacksAsCsv: CsvColumns<ReturnType<typeof shownCallback>> = {
  created_at: (callback) => callback.created_at,
  kind: (callback) => callback.subject?.kind,
  order_number: (callback) => callback.subject?.order_number,
  id_at_service: (callback) => callback.subject?.remote_uuid,
  status: (callback) => callback.said,
  state: (callback) => callback.state,
  outcome: (callback) => callback.outcome,
  processed_at: (callback) => callback.processed_at,
}

/** Reading the inbox takes no permission for personal data: masks by the parameter's name, and by the form of its value. */
const shownParameters = (parameters: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(Object(maskPersonalNumbers(withoutPeople(parameters)))).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(withoutContact) : withoutContact(value),
    ])
  )

const withoutContact = (value: unknown): unknown =>
  typeof value === "string" && /@|^\s*\+/.test(value) ? maskPersonalValues(value) : value

const reportedStatus = (parameters: unknown): string | null =>
  parseCallback(parameters as CallbackParameters).status ?? null

/** What a callback is about: the e-invoice order of a checkout, or a remembered record. */
type CallbackSubject = {
  /** `checkout`, or the record's kind. */
  kind: string
  /** Id in the plugin. */
  id: string
  order_id: string | null
  /** The Medusa order's number, as its customer knows it. */
  order_number: string | null
  /** What the invoice names the order by. */
  reference_no: string | null
  remote_uuid: string | null
}

/** Subjects of callbacks by id; three queries, however many there are. */
async function callbackSubjects(
  reader: Reader,
  ids: readonly string[]
): Promise<ReadonlyMap<string, CallbackSubject>> {
  const eInvoice = eInvoiceModule(reader.scope)
  const wanted = [...new Set(ids)]
  const [orders, records] = await Promise.all([
    eInvoice.listEInvoiceOrders(
      { id: wanted.filter((id) => !isRecordId(id)) },
      { select: ["id", "order_id", "reference_no", "remote_order_uuid"] }
    ),
    eInvoice.listEInvoiceRecords(
      { id: wanted.filter(isRecordId) },
      { select: ["id", "kind", "order_id", "remote_uuid"] }
    ),
  ])
  const nameOf = await namesOf(reader, [...orders, ...records])
  return new Map<string, CallbackSubject>([
    ...orders.map(
      (order) =>
        [
          order.id,
          {
            kind: "checkout",
            id: order.id,
            order_id: order.order_id,
            order_number: nameOf(order).order_number,
            reference_no: order.reference_no,
            remote_uuid: order.remote_order_uuid,
          },
        ] as const
    ),
    ...records.map(
      (record) =>
        [
          record.id,
          {
            kind: record.kind,
            id: record.id,
            order_id: record.order_id,
            order_number: nameOf(record).order_number,
            reference_no: null,
            remote_uuid: record.remote_uuid,
          },
        ] as const
    ),
  ])
}

/** Orders, and records, whose callbacks one search reads. */
const MOST_SUBJECTS = 200

/**
 * Ids of the subjects whose identifier at the service, in Medusa or in the plugin is searched for. Parts of identifiers count
 * only where no whole one matches.
 */
async function subjectsFound(reader: Reader, q: string): Promise<string[]> {
  const eInvoice = eInvoiceModule(reader.scope)
  const config = { select: ["id" as const], take: MOST_SUBJECTS }
  const search = async (orders: object, records: object) =>
    (
      await Promise.all([
        eInvoice.listEInvoiceOrders(orders, config),
        eInvoice.listEInvoiceRecords(records, config),
      ])
    ).flatMap((found) => found.map(({ id }) => id))
  const inMedusa = searchInMedusa(reader, q, (limit) =>
    eInvoice.orders.creations.withoutOrder(limit)
  )
  const has = (identifiers: readonly string[], value: unknown, found?: FoundInMedusa) => ({
    $or: [
      { id: [q, ...(found?.rows ?? [])] },
      isAnyOf(identifiers, value),
      { order_id: found?.orders ?? [] },
    ],
  })
  const searchFor = (value: unknown, found?: FoundInMedusa) =>
    search(has(ORDER_IDENTIFIERS, value, found), has(RECORD_IDENTIFIERS, value, found))
  const whole = await searchFor(q, await inMedusa?.whole())
  return whole.length > 0
    ? whole
    : [q, ...(await searchFor({ $ilike: anywhere(q) }, await inMedusa?.part()))]
}
