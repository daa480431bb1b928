import { createDatabase } from "../../../demo/life/database"
import type { Desk } from "./desk"

/** Moments in the past, as the database reckons them: the same day wherever the browser's time zone is. */
const MOMENTS = {
  yesterday: "now() - interval '1 day'",
  lastMonth: "date_trunc('month', now()) - interval '10 days'",
} as const

/**
 * Moves an order's invoice and its payment into the past: a store that was just started has none. It is alone there: others of that
 * day, as those from before midnight, are moved another day back.
 */
export async function backdate(
  { demo }: Desk,
  orderId: string,
  to: keyof typeof MOMENTS
): Promise<void> {
  const database = createDatabase(demo.databaseUrl)
  try {
    const at = database.raw(MOMENTS[to])
    for (const table of ["payment", "einvoice_order"]) {
      await database(table)
        .whereRaw("created_at::date = (?)::date", [at])
        .update({ created_at: database.raw("created_at - interval '1 day'") })
    }
    const ofOrder = database("einvoice_order").where({ order_id: orderId })
    await database("payment")
      .whereIn("id", ofOrder.clone().select("payment_id"))
      .update({ created_at: at })
    await ofOrder.update({ created_at: at })
  } finally {
    await database.destroy()
  }
}
