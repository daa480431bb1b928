import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { describeOperations } from "../describe-operations"
import { optionsInForce } from "../settings"
import type { Settings } from "../answers"

/** The options in force, without secrets, what the service's operations rest on, and when jobs ran. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ settings: Settings }>
): Promise<void> {
  const { options, jobs } = eInvoiceModule(req.scope)
  res.json({
    settings: {
      options: optionsInForce(options),
      operations: describeOperations(options.operations),
      jobs: await jobs.reports(),
    },
  })
}
