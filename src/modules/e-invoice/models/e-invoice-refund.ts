import { model } from "@medusajs/framework/utils"

import { INTENT_STATES } from "../intent"

/** `refund`: Medusa pays money back. `credit`: an unpaid invoice follows its order; Medusa has no refund of it. */
export const REFUND_PURPOSES = ["refund", "credit"] as const

/**
 * One row per refund that was asked for, written before the service is asked, so that none is sent twice. It keeps its id
 * for good; `refund_id` names the Medusa refund that stands for it, and the keys that found it stand in their own table.
 * An order has at most one refund whose outcome is open: the database itself refuses a second. `products` is what the service
 * is asked for, by its lines; `goods` what of the refund is owed because goods of these went. What is neither is goodwill, or owed
 * otherwise. `down_to` is what a credit leaves its invoice asking for. All are decimal major units.
 */
const EInvoiceRefund = model
  .define(
    { name: "e_invoice_refund", tableName: "einvoice_refund" },
    {
      id: model.id({ prefix: "einvref" }).primaryKey(),
      e_invoice_order_id: model.text().index(),
      refund_id: model.text().unique(),
      attempt: model.number().default(1),
      amount: model.bigNumber(),
      down_to: model.text().nullable(),
      purpose: model.enum([...REFUND_PURPOSES]).default("refund"),
      type: model.text().nullable(),
      status_before: model.text().nullable(),
      products: model.json().nullable(),
      goods: model.json().nullable(),
      state: model.enum([...INTENT_STATES]).default("prepared"),
      failure: model.json().nullable(),
      sending_at: model.dateTime().nullable(),
      settled_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_refund_open",
      on: ["e_invoice_order_id"],
      unique: true,
      where: "state IN ('prepared', 'sending', 'in_doubt') AND deleted_at IS NULL",
    },
  ])

export default EInvoiceRefund
