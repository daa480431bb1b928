import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import { adminSubscribeOrder } from "./medusa-validators"
import { validatedBody } from "./validated-body"

const read = [{ resource: E_INVOICE_RESOURCE, operation: "read" }]
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

/** Checks and policies of the routes that begin with a record of Medusa rather than one of the service. */
export const medusaRecordMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/subscriptions",
    methods: ["POST"],
    middlewares: [validatedBody(adminSubscribeOrder)],
    policies: update,
  },
  {
    matcher: "/admin/e-invoice/medusa-customers/:id",
    methods: ["GET"],
    policies: read,
  },
  {
    matcher: "/admin/e-invoice/medusa-customers/:id/credit-checks",
    methods: ["GET"],
    policies: read,
  },
]
