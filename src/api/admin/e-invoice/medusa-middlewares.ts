import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { adminSubscribeOrder } from "./medusa-validators"
import { validatedBody } from "./validated-body"

/** Checks and policies of the routes that begin with a record of Medusa rather than one of the service. */
export const medusaRecordMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/subscriptions",
    methods: ["POST"],
    middlewares: [validatedBody(adminSubscribeOrder)],
    policies: policyFor.updating,
  },
  {
    matcher: "/admin/e-invoice/medusa-customers/:id",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/medusa-customers/:id/credit-checks",
    methods: ["GET"],
    policies: policyFor.readingPersonalData,
  },
]
