import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { FindConfig } from "@medusajs/framework/types"

import { isAnyOf } from "./identifiers"
import { pageOf } from "./list-query"

/** From so many skipped rows on, an index alone finds the page: the rows it skips are wide, and are never read. */
const DEEP = 1_000

/** A search that finds fewer rows has looked at all there are, and thereby counted them. */
const MANY_FOUND = 1_000

/** A list of the module, by its own methods. */
type List<Row> = {
  filters: Readonly<Record<string, unknown>>
  /** What is read of each row. */
  select: readonly (keyof Row & string)[]
  /** Columns that are searched for a whole identifier. */
  identifiers?: readonly (keyof Row & string)[]
  listAndCount(filters: object, config: FindConfig<Row>): Promise<[Row[], number]>
  list(filters: object, config: FindConfig<Row>): Promise<Row[]>
}

/** Reads the page of a list that a checked query asks for. */
export async function listPage<Row extends { id: string }>(
  req: Pick<AuthenticatedMedusaRequest, "queryConfig">,
  list: List<Row>
) {
  const { offset, limit, config } = pageOf(req)
  const { filters, select } = list
  const found = filters.q ? await search(list, config) : undefined
  if (!found && offset < DEEP) {
    const [rows, count] = await list.listAndCount(filters, {
      ...config,
      select: [...select],
    })
    return { rows, count, offset, limit }
  }
  const [places, count] = found
    ? [found.slice(offset, offset + (limit ?? found.length)), found.length]
    : await list.listAndCount(filters, { ...config, select: ["id"] })
  return { rows: await rowsAt(list, places), count, offset, limit }
}

/**
 * Looks for what is one of a row's identifiers as a whole, by index; for a part of one only where there is none. No index
 * helps to find a part of a text: a page and its count, each by itself, would read the whole table.
 *
 * @returns the ids of all that was found, or undefined when there are so many that a page of them is found quickly
 */
async function search<Row>(
  { filters: { q, ...filters }, identifiers = [], list }: List<Row>,
  { order }: Pick<FindConfig<Row>, "order">
): Promise<Row[] | undefined> {
  const config = { order, select: ["id"], take: MANY_FOUND }
  const whole =
    identifiers.length > 0 ? await list({ $and: [filters, isAnyOf(identifiers, q)] }, config) : []
  const found = whole.length > 0 ? whole : await list({ ...filters, q }, config)
  return found.length < MANY_FOUND ? found : undefined
}

/** The rows of these places, in their order; one that is gone meanwhile is left out. */
async function rowsAt<Row extends { id: string }>(
  { select, list }: List<Row>,
  places: readonly Row[]
): Promise<Row[]> {
  if (places.length === 0) {
    return []
  }
  const ids = places.map(({ id }) => id)
  const rows = await list({ id: ids }, { select: [...select], take: ids.length })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
