import { model } from "@medusajs/framework/utils"

/** Who alone does something at present, until when by the database's clock; the row is gone once it is done. */
const EInvoiceLease = model.define(
  { name: "e_invoice_lease", tableName: "einvoice_lease" },
  {
    name: model.text().primaryKey(),
    holder: model.text(),
    expires_at: model.dateTime(),
  }
)

export default EInvoiceLease
