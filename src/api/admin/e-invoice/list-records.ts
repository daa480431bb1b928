import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"

import type { RecordKind } from "../../../connect"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { RECORD_IDENTIFIERS } from "./identifiers"
import { listPage } from "./list-page"
import { RECORD_COLUMNS, shownRecord } from "./record-answer"

/** A page of what the plugin remembers; what the service has not named yet is left out. */
export async function listRecords(req: AuthenticatedMedusaRequest, kind?: RecordKind) {
  const eInvoice = eInvoiceModule(req.scope)
  const { rows, ...page } = await listPage(req, {
    filters: {
      remote_uuid: { $ne: null },
      ...req.filterableFields,
      ...(kind && { kind }),
    },
    select: RECORD_COLUMNS,
    identifiers: RECORD_IDENTIFIERS,
    list: eInvoice.listEInvoiceRecords.bind(eInvoice),
    listAndCount: eInvoice.listAndCountEInvoiceRecords.bind(eInvoice),
  })
  return { records: rows.map(shownRecord), ...page }
}
