import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { settleEInvoiceOperationWorkflow } from "../../../../../../workflows/settle-e-invoice-operation"
import { actingAdmin } from "../../../requests"
import { operationSettlement } from "../../../settlements"
import { answering } from "../../../failures"
import { type AdminSettleOperation, answerLoggedOperation } from "../../../operations"

/** What the service shows of it, by which staff decide. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settlement: await operationSettlement(req, req.params.id ?? "") })
}

/** Records what staff found out about an operation in doubt; sends nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleOperation>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    await settleEInvoiceOperationWorkflow(req.scope).run({
      input: { operation_id: req.params.id ?? "", ...req.validatedBody, actor: actingAdmin(req) },
    })
    await answerLoggedOperation(req, res)
  })
}
