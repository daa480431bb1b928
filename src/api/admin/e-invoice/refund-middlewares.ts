import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import { adminRefundEInvoiceOrder } from "./refund-validators"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const read = [{ resource: E_INVOICE_RESOURCE, operation: "read" }]
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

/** Checks and policies of the routes by which orders are refunded. */
export const refundMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/orders/:id/refunds",
    methods: ["GET"],
    policies: read,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refunds",
    methods: ["POST"],
    middlewares: [validatedBody(adminRefundEInvoiceOrder)],
    policies: update,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refunds/:refund_id/approval",
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: update,
  },
]
