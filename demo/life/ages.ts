import { createDatabase } from "./database"

/** Days by which the first orders are made older, so that the overview has claims of every age. */
const AGES = [3, 14, 41, 75]

/**
 * Makes orders and their payments older than they are: a demo of an hour has no claim of two months.
 *
 * @param orderIds Medusa's ids, in the order in which they are to be 3, 14, 41 and 75 days old
 */
export async function ageOrders(databaseUrl: string, orderIds: readonly string[]): Promise<void> {
  const database = createDatabase(databaseUrl)
  try {
    for (const [index, days] of AGES.entries()) {
      const aged = { created_at: database.raw("created_at - ? * interval '1 day'", [days]) }
      const ofOrder = database("einvoice_order").where({ order_id: orderIds[index] ?? "" })
      await database("payment").whereIn("id", ofOrder.clone().select("payment_id")).update(aged)
      await ofOrder.update(aged)
    }
  } finally {
    await database.destroy()
  }
}
