import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"

import type { RecordKind } from "../../../modules/e-invoice/models/e-invoice-record"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { pageOf } from "./list-query"
import { shownRecord } from "./record-answer"

/** A page of what the plugin remembers; what the service has not named yet is left out. */
export async function listRecords(
  req: AuthenticatedMedusaRequest,
  kind?: RecordKind
) {
  const { offset, limit, config } = pageOf(req)
  const [records, count] = await eInvoiceModule(
    req.scope
  ).listAndCountEInvoiceRecords(
    {
      remote_uuid: { $ne: null },
      ...req.filterableFields,
      ...(kind && { kind }),
    },
    config
  )
  return { records: records.map(shownRecord), count, offset, limit }
}
