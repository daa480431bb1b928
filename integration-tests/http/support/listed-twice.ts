import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** What Medusa keeps of the lines of an order's versions, and the line that a row is of. */
const TABLES = { order_item: "item_id", order_shipping: "shipping_method_id" } as const

/**
 * Leaves a Medusa order as two shipments do that are registered in the same moment: the second finds no row of the version that it
 * writes, so each line of the order stands twice in it.
 */
export async function listLinesTwice(container: MedusaContainer, orderId: string): Promise<void> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const table of Object.keys(TABLES)) {
    const rows: { id: string }[] = await database(table)
      .select("*")
      .where({ order_id: orderId })
      .whereRaw("version = (select version from ?? where id = ?)", ["order", orderId])
    await database(table).insert(rows.map((row) => ({ ...row, id: `${row.id}2` })))
  }
}

/** Corrects it as docs/troubleshooting.md says. */
export async function listLinesOnce(container: MedusaContainer, orderId: string): Promise<void> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const [table, line] of Object.entries(TABLES)) {
    await database.raw(
      `delete from ${table} later using ${table} kept
       where kept.order_id = ? and later.order_id = kept.order_id and later.version = kept.version
         and later.${line} = kept.${line} and later.id > kept.id`,
      [orderId]
    )
  }
}
