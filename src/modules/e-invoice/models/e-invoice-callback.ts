import { model } from "@medusajs/framework/utils"

/** What became of a stored callback. `received` and `failed` rows are tried again when `due_at` has come. */
export const CALLBACK_STATES = ["received", "processed", "failed"] as const

export type CallbackState = (typeof CALLBACK_STATES)[number]

/** The inbox: each distinct callback is stored before it is answered, once per content. */
const EInvoiceCallback = model
  .define(
    { name: "e_invoice_callback", tableName: "einvoice_callback" },
    {
      id: model.id({ prefix: "einvcb" }).primaryKey(),
      e_invoice_order_id: model.text(),
      content_hash: model.text(),
      parameters: model.json(),
      state: model.enum([...CALLBACK_STATES]).default("received"),
      attempts: model.number().default(0),
      due_at: model.dateTime(),
      outcome: model.text().nullable(),
      processed_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_callback_content",
      on: ["e_invoice_order_id", "content_hash"],
      unique: true,
    },
    {
      name: "IDX_einvoice_callback_order",
      on: ["e_invoice_order_id", "created_at"],
    },
    { name: "IDX_einvoice_callback_by_created_at", on: ["created_at", "id"] },
    {
      name: "IDX_einvoice_callback_by_state",
      on: ["state", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_callback_due",
      on: ["due_at"],
      where: "state <> 'processed' AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_callback_processed_at",
      on: ["processed_at"],
      where: "state = 'processed' AND deleted_at IS NULL",
    },
  ])

export default EInvoiceCallback
