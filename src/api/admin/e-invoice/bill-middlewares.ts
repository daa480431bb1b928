import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import { adminBillOrder } from "./bill-validators"
import { validatedBody } from "./validated-body"

/** Checks and policies of the route by which what is outstanding of a Medusa order is billed. */
export const billMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["GET"],
    policies: [{ resource: E_INVOICE_RESOURCE, operation: "read" }],
  },
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["POST"],
    middlewares: [validatedBody(adminBillOrder)],
    policies: [{ resource: E_INVOICE_RESOURCE, operation: "update" }],
  },
]
