import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../../policies/e-invoice"
import { adminNothing } from "../validators"
import { validatedBody } from "../validated-body"

/** Whoever may only look at orders has no need of everything about one person. */
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

export const personalDataMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id",
    methods: ["GET"],
    policies: update,
  },
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id/erase",
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: update,
  },
]
