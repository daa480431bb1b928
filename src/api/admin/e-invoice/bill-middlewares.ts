import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { adminBillOrder } from "./bill-validators"
import { validatedBody } from "./validated-body"

/** Checks and policies of the route by which what is outstanding of a Medusa order is billed. */
export const billMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["POST"],
    middlewares: [validatedBody(adminBillOrder)],
    policies: policyFor.updating,
  },
]
