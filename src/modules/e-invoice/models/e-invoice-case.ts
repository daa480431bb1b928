import { model } from "@medusajs/framework/utils"

/**
 * Who takes care of something that waits on the overview, and who marked it as handled: ids of Medusa's users. What waits is
 * computed from the other tables, so a row is here only once a member of staff took or handled it. `handled_version` is how it
 * stood then: a case that has changed since waits again.
 */
const EInvoiceCase = model.define(
  { name: "e_invoice_case", tableName: "einvoice_case" },
  {
    id: model.text().primaryKey(),
    taken_by: model.text().nullable(),
    taken_at: model.dateTime().nullable(),
    handled_by: model.text().nullable(),
    handled_at: model.dateTime().nullable(),
    handled_version: model.text().nullable(),
  }
)

export default EInvoiceCase
