import { model } from "@medusajs/framework/utils"

/**
 * Work that recurs: when it last began and ended, by the database's clock, how long the run that ended took, on which server
 * and to what end; and what it remembers from one run to the next.
 */
const EInvoiceJob = model.define(
  { name: "e_invoice_job", tableName: "einvoice_job" },
  {
    name: model.text().primaryKey(),
    started_at: model.dateTime().nullable(),
    finished_at: model.dateTime().nullable(),
    duration_ms: model.number().nullable(),
    server: model.text().nullable(),
    failure: model.text().nullable(),
    result: model.json().nullable(),
    memory: model.json().nullable(),
  }
)

export default EInvoiceJob
