import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../../policies/e-invoice"
import { adminNothing } from "../validators"
import { validatedBody } from "../validated-body"

export const personalDataMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id",
    methods: ["GET"],
    policies: policyFor.readingPersonalData,
  },
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id/erase",
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: policyFor.changingPersonalData,
  },
]
