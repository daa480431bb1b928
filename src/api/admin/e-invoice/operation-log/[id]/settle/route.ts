import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { settleEInvoiceOperationWorkflow } from "../../../../../../workflows/settle-e-invoice-operation"
import { actingAdmin } from "../../../requests"
import { type AdminSettleOperation, loggedOperation } from "../../../operations"

/** Records what staff found out about an operation in doubt; sends nothing. */
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
