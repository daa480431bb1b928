import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { adminRefundEInvoiceOrder } from "./refund-validators"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

/** Checks and policies of the routes by which orders are refunded. */
export const refundMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/orders/:id/refunds",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refunds",
    methods: ["POST"],
    middlewares: [validatedBody(adminRefundEInvoiceOrder)],
    policies: policyFor.refunding,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refunds/:refund_id/approval",
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: policyFor.refunding,
  },
]
