import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { FindConfig } from "@medusajs/framework/types"

import { pageOf } from "./list-query"

/** From so many skipped rows on, an index alone finds the page: the rows it skips are wide, and are never read. */
const DEEP = 1_000

/** A list of the module, by its own methods. */
type List<Row> = {
  filters: object
  /** What is read of each row. */
  select: readonly (keyof Row & string)[]
  listAndCount(
    filters: object,
    config: FindConfig<Row>
  ): Promise<[Row[], number]>
  list(filters: object, config: FindConfig<Row>): Promise<Row[]>
}

/** Reads the page of a list that a checked query asks for. */
export async function listPage<Row extends { id: string }>(
  req: Pick<AuthenticatedMedusaRequest, "queryConfig">,
  { filters, select, listAndCount, list }: List<Row>
) {
  const { offset, limit, config } = pageOf(req)
  const shown: FindConfig<Row> = { select: [...select], take: limit }
  if (offset < DEEP) {
    const [rows, count] = await listAndCount(filters, { ...config, ...shown })
    return { rows, count, offset, limit }
  }
  const [places, count] = await listAndCount(filters, {
    ...config,
    select: ["id"],
  })
  const ids = places.map(({ id }) => id)
  const found = new Map(
    (await list({ id: ids }, shown)).map((row) => [row.id, row])
  )
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  return { rows, count, offset, limit }
}
