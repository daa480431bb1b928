import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { sendCsv } from "../csv"
import {
  reconciliationAnswer,
  reconciliationAsCsv,
  reconciliationQuery,
  reconciliationRows,
} from "../reconciliation"
import { checkedQuery } from "../requests"

/** Compares what the journal says of money with what Medusa says, by day and order. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { format, ...period } = checkedQuery(reconciliationQuery(), req.query)
  if (format === "csv") {
    const name = `reconciliation-${period.from}-${period.to}`
    await sendCsv(res, name, reconciliationAsCsv, reconciliationRows(req, period), period.time_zone)
    return
  }
  res.json({ reconciliation: await reconciliationAnswer(req, period) })
}
