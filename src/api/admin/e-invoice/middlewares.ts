import type { MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
import { medusaOrderMiddlewares } from "./medusa-orders"
import { changes, emptyBody, reads, rejectUnstorable } from "./requests"
import { callbackMiddlewares } from "./callbacks"
import { recordMiddlewares } from "./records"
import { customerMiddlewares } from "./customers"
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
  { matcher: "/admin/e-invoice/*", middlewares: [rejectUnstorable] },
  ...orderMiddlewares(),
  ...refundMiddlewares(),
  ...medusaOrderMiddlewares(),
  ...reservationMiddlewares(),
  ...customerMiddlewares(),
  ...operationMiddlewares(),
  ...recordMiddlewares(),
  ...callbackMiddlewares(),
  ...settingsMiddlewares(),
  ...reconciliationMiddlewares(),
  ...metricsMiddlewares(),
  ...overviewMiddlewares(),
  reads("/personal-data/:customer_id", policyFor.readingPersonalData),
  changes("/personal-data/:customer_id/erase", emptyBody, policyFor.changingPersonalData),
]
