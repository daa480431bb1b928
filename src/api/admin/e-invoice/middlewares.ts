import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { billMiddlewares } from "./bill-middlewares"
import { deskMiddlewares } from "./desk-middlewares"
import { listQuery } from "./list-query"
import { operationMiddlewares } from "./operation-middlewares"
import { personalDataMiddlewares } from "./personal-data/middlewares"
import { refuseNul } from "./refuse-nul"
import { refundMiddlewares } from "./refund-middlewares"
import { reservationMiddlewares } from "./reservation-middlewares"
import {
  adminCancelEInvoiceOrder,
  adminListEInvoiceOrdersParams,
  adminNothing,
  adminSettleEInvoiceOrder,
  adminSettleEInvoiceRefund,
  SORTABLE_ORDER_COLUMNS,
} from "./validators"
import { validatedBody } from "./validated-body"

/** Checks of the plugin's admin routes; signing in is required by Medusa itself under /admin. */
export const adminEInvoiceMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/e-invoice/*", middlewares: [refuseNul] },
  ...operationMiddlewares,
  ...refundMiddlewares,
  ...reservationMiddlewares,
  ...billMiddlewares,
  ...deskMiddlewares,
  ...personalDataMiddlewares,
  {
    matcher: "/admin/e-invoice/orders",
    methods: ["GET"],
    middlewares: [listQuery(adminListEInvoiceOrdersParams, SORTABLE_ORDER_COLUMNS)],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/orders/:id",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refresh",
    methods: ["POST"],
    middlewares: [validatedBody(adminNothing)],
    policies: policyFor.updating,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/cancel",
    methods: ["POST"],
    middlewares: [validatedBody(adminCancelEInvoiceOrder)],
    policies: policyFor.cancelling,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/settle",
    methods: ["POST"],
    middlewares: [validatedBody(adminSettleEInvoiceOrder)],
    policies: policyFor.settling,
  },
  {
    matcher: "/admin/e-invoice/orders/:id/refunds/:refund_id/settle",
    methods: ["POST"],
    middlewares: [validatedBody(adminSettleEInvoiceRefund)],
    policies: policyFor.settling,
  },
]
