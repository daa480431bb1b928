import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { settleEInvoiceOperationWorkflow } from "../../../../../../workflows/settle-e-invoice-operation"
import { actingAdmin } from "../../../acting-admin"
import { loggedOperation } from "../../../logged-operation"
import type { AdminSettleOperation } from "../../../operation-validators"

/** Records what a person found out about an operation in doubt; sends nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleOperation>,
  res: MedusaResponse
): Promise<void> {
  const id = req.params.id ?? ""
  await settleEInvoiceOperationWorkflow(req.scope).run({
    input: { operation_id: id, ...req.validatedBody, actor: actingAdmin(req) },
  })
  const row = await eInvoiceModule(req.scope).retrieveEInvoiceOperation(id)
  res.json({ operation: loggedOperation(row) })
}
