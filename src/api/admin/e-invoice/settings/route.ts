import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { describeOperations } from "../describe-operations"
import { optionsInForce } from "./options-in-force"

/** The options in force, without secrets, and what the service's operations rest on. */
export function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): void {
  const { options } = eInvoiceModule(req.scope)
  res.json({
    settings: {
      options: optionsInForce(options),
      operations: describeOperations(options.operations),
    },
  })
}
