import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  wrapWithPoliciesCheck,
} from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isOperationId, operationOf } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { INTENT_STATES } from "../../../modules/e-invoice/intent"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import type { CsvColumns } from "./csv"
import { namesOf, type Reader, type RowNames, searchInMedusa } from "./customer-names"
import {
  answerList,
  hideQuery,
  id,
  listParams,
  lists,
  namingField,
  oneOrMore,
  OPERATION_IDENTIFIERS,
} from "./lists"
import { changes, reads, serviceUuid } from "./requests"

/** Checks and policies of the operations' routes and of their log. */
export const operationMiddlewares = (): MiddlewareRoute[] => [
  {
    matcher: "/admin/e-invoice/operations/:id",
    methods: ["GET", "POST"],
    middlewares: [checkPoliciesOfOperation],
  },
  reads("/operations"),
  lists("/operation-log", adminListOperationsParams, SORTABLE_OPERATION_COLUMNS),
  reads("/operation-log/:id"),
  reads("/operation-log/:id/settle"),
  changes("/operation-log/:id/settle", adminSettleOperation, policyFor.settling),
]

type Policies = (typeof policyFor)[keyof typeof policyFor]

/** What a role needs to call an operation; for an id that is none, what any call of that method needs. */
const policiesOfOperation = (id: string, method: string): Policies => {
  const operation = isOperationId(id) ? operationOf(id) : undefined
  switch (operation?.permission) {
    case "refund":
      return policyFor.refunding
    case "cancel":
      return policyFor.cancelling
    case "users":
      return policyFor.creatingUsers
    case "personal-data":
      return operation?.safety === "read"
        ? policyFor.readingPersonalData
        : policyFor.changingPersonalData
    case undefined:
      return method === "POST" ? policyFor.updating : policyFor.reading
  }
}

/**
 * Medusa selects policies by the address as written; here the operation decides, by its id as the route reads it, however
 * the address spells it.
 */
function checkPoliciesOfOperation(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): unknown {
  hideQuery(req)
  if (!FeatureFlag.isFeatureEnabled("rbac")) {
    return next()
  }
  const policies = policiesOfOperation(req.params["id"] ?? "", req.method)
  return wrapWithPoliciesCheck(() => next(), policies)(req, res, next)
}

type AdminListOperationsParams = z.infer<ReturnType<typeof adminListOperationsParams>>

/** Query of `GET /admin/e-invoice/operation-log`. */
export const adminListOperationsParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    operation_id: oneOrMore(
      z.string().refine(isOperationId, namingField("must be the id of an operation"))
    ),
    state: oneOrMore(z.enum(INTENT_STATES)),
    subject_kind: oneOrMore(id),
    subject_uuid: oneOrMore(id),
    record_id: oneOrMore(id),
    e_invoice_order_id: oneOrMore(id),
    order_id: oneOrMore(id),
    customer_id: oneOrMore(id),
    actor: oneOrMore(id),
  })
)

/** Columns by which `GET /admin/e-invoice/operation-log` may be sorted. */
export const SORTABLE_OPERATION_COLUMNS = ["id", "created_at", "operation_id", "state"] as const

export type AdminSettleOperation = z.infer<ReturnType<typeof adminSettleOperation>>

/** Body of `POST /admin/e-invoice/operation-log/:id/settle`. */
const adminSettleOperation = lazily(() =>
  z
    .strictObject({
      took_effect: z.boolean(),
      attempt: z.int("must be the attempt that the operation shows").positive(),
      uuid: serviceUuid.optional(),
      not_it: z.array(serviceUuid).max(100).optional(),
    })
    .refine(({ took_effect, not_it }) => !took_effect || not_it === undefined, {
      path: ["not_it"],
      message: "not_it: goes with took_effect false alone",
    })
)

type LoggedRow = Readonly<Record<(typeof LOGGED_COLUMNS)[number], unknown>>

type LoggedOperation = Pick<
  OperationRow,
  Exclude<(typeof LOGGED_COLUMNS)[number], "operation_id">
> & {
  operation: OperationRow["operation_id"]
}

const LOGGED_COLUMNS = [
  "id",
  "operation_id",
  "state",
  "attempt",
  "idempotency_key",
  "subject_kind",
  "subject_uuid",
  "record_id",
  "e_invoice_order_id",
  "order_id",
  "customer_id",
  "actor",
  "settled_by",
  "contradicted_at",
  "request",
  "answer",
  "failure",
  "created_at",
  "updated_at",
] as const

/** A row of the operation log as staff see it: never what is encrypted. */
export const loggedOperation = (row: LoggedRow): LoggedOperation =>
  Object.fromEntries(
    LOGGED_COLUMNS.map((name) => [
      name === "operation_id" ? "operation" : name,
      row[name] instanceof Date ? row[name] : maskPersonalNumbers(row[name]),
    ])
  ) as LoggedOperation

/** Answers the operation log. */
export function answerOperationLog(
  req: AuthenticatedMedusaRequest<unknown, AdminListOperationsParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  return answerList(
    req,
    res,
    {
      filters: req.filterableFields,
      select: LOGGED_COLUMNS,
      identifiers: OPERATION_IDENTIFIERS,
      inMedusa: searchInMedusa(req, req.filterableFields.q),
      customerColumns: ["customer_id"],
      list: eInvoice.listEInvoiceOperations.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceOperations.bind(eInvoice),
    },
    { name: "operations", show: (rows) => loggedOperations(req, rows), columns: operationsAsCsv }
  )
}

/** Answers one operation of the log as it is now. */
export async function answerLoggedOperation(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const row = await eInvoiceModule(req.scope).retrieveEInvoiceOperation(req.params.id ?? "")
  const [operation] = await loggedOperations(req, [row])
  res.json({ operation })
}

/** Rows of the operation log with the order and the customer that each is about. */
export async function loggedOperations(
  reader: Reader,
  rows: readonly (LoggedRow & { order_id: string | null; customer_id: string | null })[]
): Promise<(LoggedOperation & RowNames)[]> {
  const nameOf = await namesOf(reader, rows)
  return rows.map((row) => ({ ...loggedOperation(row), ...nameOf(row) }))
}

/** Rows of the operation log in a file. */
const operationsAsCsv: CsvColumns<LoggedOperation & RowNames> = {
  created_at: (row) => row.created_at,
  operation: (row) => row.operation,
  state: (row) => row.state,
  subject_kind: (row) => row.subject_kind,
  id_at_service: (row) => row.subject_uuid,
  order_number: (row) => row.order_number,
  customer_name: (row) => row.customer?.name,
  customer_email: (row) => row.customer?.email,
  actor: (row) => row.actor,
  settled_by: (row) => row.settled_by,
}
