import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import type { AdminChangeCase } from "../../../overview"

/** Has the signed-in user take a case, release it, mark it as handled, or reopen it. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminChangeCase>,
  res: MedusaResponse
): Promise<void> {
  const { action, ...seen } = req.validatedBody
  const isChanged = await eInvoiceModule(req.scope).cases.change(
    { case_id: req.params.id ?? "", ...seen },
    action,
    req.auth_context.actor_id
  )
  if (!isChanged) {
    res.status(409).json({
      type: "not_allowed",
      code: "case_changed",
      message:
        "Nothing was recorded: the case is settled, has changed, or a colleague took or released it meanwhile. Look at it again.",
    })
    return
  }
  res.json({ changed: true })
}
