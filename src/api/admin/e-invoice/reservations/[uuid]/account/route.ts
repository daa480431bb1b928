import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { reservationAnswer } from "../../../reservations"

/** One followed reservation: where its money is, line by line, and what can still be done with it. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const uuid = req.params["uuid"] ?? ""
  const row = await eInvoiceModule(req.scope).records.ofUuid("reservation", uuid)
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no followed reservation ${uuid}. One that was made elsewhere is followed first.`
    )
  }
  res.json({ reservation: await reservationAnswer(req, row) })
}
