import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { settleOperation } from "../../../../../../modules/e-invoice/operations/settle-operation"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { actingAdmin } from "../../../acting-admin"
import { loggedOperation } from "../../../logged-operation"
import type { AdminSettleOperation } from "../../../operation-validators"

/** Records what a person found out about an operation in doubt; sends nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleOperation>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const id = req.params.id ?? ""
  const { took_effect: tookEffect, uuid } = req.validatedBody
  await settleOperation(eInvoice, id, {
    tookEffect,
    uuid,
    actor: actingAdmin(req),
  })
  const row = await eInvoice.retrieveEInvoiceOperation(id)
  res.json({ operation: loggedOperation(row) })
}
