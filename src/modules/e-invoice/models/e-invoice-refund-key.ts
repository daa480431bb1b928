import { model } from "@medusajs/framework/utils"

/**
 * The keys of refunds: every idempotency key (hashed) and every Medusa refund that was ever taken for a refund. A key
 * stands for the same refund for good, whatever becomes of that one, so that it never has two effects.
 */
const EInvoiceRefundKey = model.define(
  { name: "e_invoice_refund_key", tableName: "einvoice_refund_key" },
  {
    id: model.text().primaryKey(),
    e_invoice_refund_id: model.text().index(),
  }
)

export default EInvoiceRefundKey
