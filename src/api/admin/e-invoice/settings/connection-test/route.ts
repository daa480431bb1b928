import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../workflows/e-invoice-module"
import { testConnection } from "../../settings"
import type { ConnectionTestAnswer } from "../../answers"

/** Tests whether the service answers and accepts the token. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ connection_test: ConnectionTestAnswer }>
): Promise<void> {
  const { connect, options } = eInvoiceModule(req.scope)
  res.json({
    connection_test: {
      address: options.baseUrl,
      ...(await testConnection(connect)),
    },
  })
}
