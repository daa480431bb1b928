import type { MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { billMiddlewares } from "./bills"
import { emptyBody, rejectNul, validatedBody } from "./requests"
import { callbackMiddlewares } from "./callbacks"
import { recordMiddlewares } from "./records"
import { customerMiddlewares } from "./customers"
import { subscriptionMiddlewares } from "./subscriptions"
import { metricsMiddlewares } from "./metrics"
import { operationMiddlewares } from "./operations"
import { orderMiddlewares } from "./orders"
import { overviewMiddlewares } from "./overview"
import { reconciliationMiddlewares } from "./reconciliation"
import { refundMiddlewares } from "./refunds"
import { reservationMiddlewares } from "./reservations"
import { settingsMiddlewares } from "./settings"

/** Checks of the plugin's admin routes; signing in is required by Medusa itself under /admin. */
export const adminEInvoiceMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/e-invoice/*", middlewares: [rejectNul] },
  ...orderMiddlewares(),
  ...refundMiddlewares(),
  ...billMiddlewares(),
  ...reservationMiddlewares(),
  ...subscriptionMiddlewares(),
  ...customerMiddlewares(),
  ...operationMiddlewares(),
  ...recordMiddlewares(),
  ...callbackMiddlewares(),
  ...settingsMiddlewares(),
  ...reconciliationMiddlewares(),
  ...metricsMiddlewares(),
  ...overviewMiddlewares(),
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id",
    methods: ["GET"],
    policies: policyFor.readingPersonalData,
  },
  {
    matcher: "/admin/e-invoice/personal-data/:customer_id/erase",
    methods: ["POST"],
    middlewares: [validatedBody(emptyBody)],
    policies: policyFor.changingPersonalData,
  },
]
