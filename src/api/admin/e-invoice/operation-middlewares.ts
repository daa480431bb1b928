import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import { listQuery } from "./list-query"
import {
  adminListOperationsParams,
  adminListRecordsParams,
  adminListReservationsParams,
  adminSettleOperation,
  SORTABLE_OPERATION_COLUMNS,
  SORTABLE_RECORD_COLUMNS,
} from "./operation-validators"
import { operationRoutes } from "./operation-routes"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice"
const read = [{ resource: E_INVOICE_RESOURCE, operation: "read" }]
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

/** The policy of every operation's route; its request is checked against the catalogue by the route itself. */
const ofOperations: MiddlewareRoute[] = Object.values(operationRoutes).map(
  ({ method, path }) => ({
    matcher: `${base}${path}`,
    methods: [method],
    policies: method === "GET" ? read : update,
  })
)

/** Checks and policies of the routes of operations, and of what the plugin remembers of them. */
export const operationMiddlewares: MiddlewareRoute[] = [
  ...ofOperations,
  { matcher: `${base}/operations`, methods: ["GET"], policies: read },
  {
    matcher: `${base}/records`,
    methods: ["GET"],
    middlewares: [listQuery(adminListRecordsParams, SORTABLE_RECORD_COLUMNS)],
    policies: read,
  },
  { matcher: `${base}/records/:id`, methods: ["GET"], policies: read },
  {
    matcher: `${base}/records/:id/refresh`,
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: update,
  },
  {
    matcher: `${base}/reservations`,
    methods: ["GET"],
    middlewares: [
      listQuery(adminListReservationsParams, SORTABLE_RECORD_COLUMNS),
    ],
    policies: read,
  },
  {
    matcher: `${base}/operation-log`,
    methods: ["GET"],
    middlewares: [
      listQuery(adminListOperationsParams, SORTABLE_OPERATION_COLUMNS),
    ],
    policies: read,
  },
  { matcher: `${base}/operation-log/:id`, methods: ["GET"], policies: read },
  {
    matcher: `${base}/operation-log/:id/settle`,
    methods: ["POST"],
    middlewares: [validatedBody(adminSettleOperation)],
    policies: update,
  },
]
