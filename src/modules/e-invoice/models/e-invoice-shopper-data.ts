import { model } from "@medusajs/framework/utils"

/**
 * What only the shopper knows (personal number and the like), encrypted, for minutes: erased once the e-invoice
 * order exists, or when `expires_at` passes. Linked to nothing, so that no API can reach it by a relation.
 */
const EInvoiceShopperData = model.define(
  { name: "e_invoice_shopper_data", tableName: "einvoice_shopper_data" },
  {
    id: model.id({ prefix: "einvshop" }).primaryKey(),
    ciphertext: model.text(),
    key_id: model.text(),
    expires_at: model.dateTime().index(),
  }
)

export default EInvoiceShopperData
