import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { sendCsv } from "../csv"
import {
  reconciliationAnswer,
  reconciliationAsCsv,
  reconciliationQuery,
  reconciliationRows,
} from "../reconciliation"

/** Compares what the journal says of money with what Medusa says, by day and order. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = reconciliationQuery().safeParse(req.query)
  if (!asked.success) {
    const sentences = asked.error.issues.map(({ path, message }) =>
      path.length > 0 && !message.startsWith(String(path[0]))
        ? `${path.join(".")}: ${message}`
        : message
    )
    throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join("; "))
  }
  const { format, ...period } = asked.data
  if (format === "csv") {
    const name = `reconciliation-${period.from}-${period.to}`
    await sendCsv(res, name, reconciliationAsCsv, reconciliationRows(req, period), period.time_zone)
    return
  }
  res.json({ reconciliation: await reconciliationAnswer(req, period) })
}
