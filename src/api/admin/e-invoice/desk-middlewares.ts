import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import {
  adminListCallbacksParams,
  SORTABLE_CALLBACK_COLUMNS,
} from "./callbacks/validators"
import { listQuery } from "./list-query"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice"
const read = [{ resource: E_INVOICE_RESOURCE, operation: "read" }]
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

/** An action that takes nothing but its address. */
const action = (path: string): MiddlewareRoute => ({
  matcher: `${base}${path}`,
  methods: ["POST"],
  middlewares: [validatedBody(adminNothing)],
  policies: update,
})

/** Checks and policies of the overview, the inbox of callbacks and the settings. */
export const deskMiddlewares: MiddlewareRoute[] = [
  { matcher: `${base}/overview`, methods: ["GET"], policies: read },
  {
    matcher: `${base}/callbacks`,
    methods: ["GET"],
    middlewares: [
      listQuery(adminListCallbacksParams, SORTABLE_CALLBACK_COLUMNS),
    ],
    policies: read,
  },
  action("/callbacks/:id/process"),
  { matcher: `${base}/settings`, methods: ["GET"], policies: read },
  action("/settings/connection-test"),
  action("/settings/callback-test"),
]
