import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { EXPOSITION, exposition } from "../metrics"

/** What monitoring watches, in Prometheus's text format: counts and ages, nothing of a single order. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cases, monitoring, jobs, connectionState } = eInvoiceModule(req.scope)
  const [backlog, reasons, reports] = await Promise.all([
    monitoring.backlog(),
    cases.reasons(),
    jobs.reports(),
  ])
  res.setHeader("content-type", EXPOSITION)
  res.setHeader("cache-control", "no-store")
  res.send(exposition({ backlog, reasons, jobs: reports, connection: connectionState }))
}
