import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  wrapWithPoliciesCheck,
} from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"

import { isOperationId, operationOf } from "../../../connect"
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
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice"

type Policies = (typeof policyFor)[keyof typeof policyFor]

/** What a role needs to call an operation; for an id that is none, what any call of that method needs. */
export const policiesOfOperation = (id: string, method: string): Policies => {
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
 * Medusa ties policies to an address as it is written; here the operation decides, by its id as the route reads it, however
 * the address spells it.
 */
function checkPoliciesOfOperation(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): unknown {
  // The access log prints addresses, and a query may name a customer.
  req.originalUrl = req.originalUrl.split("?")[0] ?? ""
  if (!FeatureFlag.isFeatureEnabled("rbac")) {
    return next()
  }
  const policies = policiesOfOperation(req.params["id"] ?? "", req.method)
  return wrapWithPoliciesCheck(() => next(), policies)(req, res, next)
}

/** Checks and policies of the routes of operations, and of what the plugin remembers of them. */
export const operationMiddlewares: MiddlewareRoute[] = [
  {
    matcher: `${base}/operations/:id`,
    methods: ["GET", "POST"],
    middlewares: [checkPoliciesOfOperation],
  },
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
