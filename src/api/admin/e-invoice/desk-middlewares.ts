import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { adminListCallbacksParams, SORTABLE_CALLBACK_COLUMNS } from "./callbacks/validators"
import { listQuery } from "./list-query"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice"

/** An action that takes nothing but its address. */
const action = (path: string): MiddlewareRoute => ({
  matcher: `${base}${path}`,
  methods: ["POST"],
  middlewares: [validatedBody(adminNothing)],
  policies: policyFor.updating,
})

/** Checks and policies of the overview, the inbox of callbacks and the settings. */
export const deskMiddlewares: MiddlewareRoute[] = [
  {
    matcher: `${base}/overview`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/callbacks`,
    methods: ["GET"],
    middlewares: [listQuery(adminListCallbacksParams, SORTABLE_CALLBACK_COLUMNS)],
    policies: policyFor.reading,
  },
  action("/callbacks/:id/process"),
  {
    matcher: `${base}/settings`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  action("/settings/connection-test"),
  action("/settings/callback-test"),
]
