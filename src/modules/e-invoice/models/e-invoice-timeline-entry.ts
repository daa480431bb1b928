import { model } from "@medusajs/framework/utils"

/** How an act ended: `done`, `refused` by the service or by us, `failed` for another reason, or a mere `note`. */
export const TIMELINE_OUTCOMES = ["done", "refused", "failed", "note"] as const

export type TimelineOutcome = (typeof TIMELINE_OUTCOMES)[number]

/** Who did what to an e-invoice order, when, and what the service answered. Nothing personal is kept here. */
const EInvoiceTimelineEntry = model
  .define(
    { name: "e_invoice_timeline_entry", tableName: "einvoice_timeline_entry" },
    {
      id: model.id({ prefix: "einvtl" }).primaryKey(),
      e_invoice_order_id: model.text(),
      actor: model.text(),
      action: model.text(),
      outcome: model.enum([...TIMELINE_OUTCOMES]),
      detail: model.json().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_timeline_entry_order",
      on: ["e_invoice_order_id", "created_at"],
    },
  ])

export default EInvoiceTimelineEntry
