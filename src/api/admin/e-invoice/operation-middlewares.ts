import { type MiddlewareRoute } from "@medusajs/framework/http"

import { type OperationId, operationIds } from "../../../connect"
import { policyFor } from "../../../policies/e-invoice"
import { listQuery } from "./list-query"
import {
  adminListOperationsParams,
  adminListRecordsParams,
  adminListReservationsParams,
  adminSettleOperation,
  SORTABLE_OPERATION_COLUMNS,
  SORTABLE_RECORD_COLUMNS,
} from "./operation-validators"
import { type OperationRoute, operationRoutes } from "./operation-routes"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice"

/** What a role needs to call an operation. */
const policiesOfOperation = (
  id: OperationId,
  { method }: OperationRoute
): MiddlewareRoute["policies"] => {
  switch (id) {
    case "orders.refund":
    case "reservations.refund":
    case "subscriptions.refund-cycle":
    case "refunds.request-approval":
      return policyFor.refunding
    case "orders.cancel":
    case "reservations.cancel":
    case "subscriptions.cancel":
      return policyFor.cancelling
    case "users.create":
      return policyFor.creatingUsers
    case "customers.details":
    case "credit-checks.list":
    case "credit-checks.details":
      return policyFor.readingPersonalData
    case "customers.update-private":
    case "customers.update-corporate":
    case "credit-checks.private":
    case "credit-checks.corporate":
      return policyFor.changingPersonalData
    default:
      return method === "GET" ? policyFor.reading : policyFor.updating
  }
}

/** The policies of every operation's route; its request is checked against the catalogue by the route itself. */
const ofOperations: MiddlewareRoute[] = operationIds.map((id) => ({
  matcher: `${base}${operationRoutes[id].path}`,
  methods: [operationRoutes[id].method],
  policies: policiesOfOperation(id, operationRoutes[id]),
}))

/** Checks and policies of the routes of operations, and of what the plugin remembers of them. */
export const operationMiddlewares: MiddlewareRoute[] = [
  ...ofOperations,
  {
    matcher: `${base}/operations`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/records`,
    methods: ["GET"],
    middlewares: [listQuery(adminListRecordsParams, SORTABLE_RECORD_COLUMNS)],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/records/:id`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/records/:id/refresh`,
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: policyFor.updating,
  },
  {
    matcher: `${base}/reservations`,
    methods: ["GET"],
    middlewares: [listQuery(adminListReservationsParams, SORTABLE_RECORD_COLUMNS)],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/operation-log`,
    methods: ["GET"],
    middlewares: [listQuery(adminListOperationsParams, SORTABLE_OPERATION_COLUMNS)],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/operation-log/:id`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/operation-log/:id/settle`,
    methods: ["POST"],
    middlewares: [validatedBody(adminSettleOperation)],
    policies: policyFor.settling,
  },
]
