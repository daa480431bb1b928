import { model } from "@medusajs/framework/utils"

/** States of a refund at the service; the same meanings as the journal's. */
export const REFUND_STATES = [
  "sending",
  "done",
  "rejected",
  "in_doubt",
] as const

export type RefundState = (typeof REFUND_STATES)[number]

/**
 * One row per Medusa refund, written before the service is asked, so that a refund is never sent twice. An order has
 * at most one refund whose outcome is open: the database itself refuses a second. `amount` is decimal major units.
 */
const EInvoiceRefund = model
  .define(
    { name: "e_invoice_refund", tableName: "einvoice_refund" },
    {
      id: model.id({ prefix: "einvref" }).primaryKey(),
      e_invoice_order_id: model.text().index(),
      refund_id: model.text().unique(),
      amount: model.bigNumber(),
      type: model.text().nullable(),
      status_before: model.text().nullable(),
      products: model.json().nullable(),
      state: model.enum([...REFUND_STATES]).default("sending"),
      failure: model.json().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_refund_open",
      on: ["e_invoice_order_id"],
      unique: true,
      where: "state IN ('sending', 'in_doubt') AND deleted_at IS NULL",
    },
  ])

export default EInvoiceRefund
