import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import { adminBillOrder } from "./bill-validators"

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
    middlewares: [validateAndTransformBody(adminBillOrder)],
    policies: [{ resource: E_INVOICE_RESOURCE, operation: "update" }],
  },
]
