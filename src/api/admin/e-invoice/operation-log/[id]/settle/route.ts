import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { settleEInvoiceOperationWorkflow } from "../../../../../../workflows/settle-e-invoice-operation"
import { actingAdmin } from "../../../requests"
import { operationSettlement } from "../../../settlements"
import { type AdminSettleOperation, loggedOperations } from "../../../operations"

/** What the service shows of it, by which staff decide. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settlement: await operationSettlement(req, req.params.id ?? "") })
}

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
  const [operation] = await loggedOperations(req, [row])
  res.json({ operation })
}
