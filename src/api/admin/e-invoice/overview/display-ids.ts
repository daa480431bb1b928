import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The numbers by which people know Medusa's orders, by id; an order that is gone has none. */
export async function displayIdsOf(
  container: MedusaContainer,
  orderIds: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(orderIds)]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: ids },
  })
  return new Map(
    data.flatMap(({ id, display_id }) =>
      typeof display_id === "number" ? [[id, display_id] as const] : []
    )
  )
}
