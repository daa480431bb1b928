import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import type { FindConfig } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

import { lazily } from "../../../connect/lazily"

/** From this offset on, the ids of the page are read first, by an index alone: skipping wide rows would read them. */
const DEEP_OFFSET = 1_000

/** A search that finds fewer rows has read them all, and thereby counted them. */
const SEARCH_LIMIT = 1_000

/** A list of the module, by its own methods. */
type List<Row> = {
  filters: Readonly<Record<string, unknown>>
  /** What is read of each row. */
  select: readonly (keyof Row & string)[]
  /** Columns that are searched for a whole identifier. */
  identifiers?: readonly (keyof Row & string)[]
  /** Finds rows by an identifier that none of their columns holds. */
  orElse?: Readonly<Record<string, unknown>> | undefined
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
  if (!found && offset < DEEP_OFFSET) {
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
 * Searches for a whole identifier by index, then for a part of one where no row has the whole. No index serves a partial
 * match: a page and its count, each by itself, would read the whole table.
 *
 * @returns the ids of all matches; undefined from 1,000 on, of which a page is found quickly
 */
async function search<Row>(
  { filters: { q, ...filters }, identifiers = [], orElse, list }: List<Row>,
  { order }: Pick<FindConfig<Row>, "order">
): Promise<Row[] | undefined> {
  const config = { order, select: ["id"], take: SEARCH_LIMIT }
  const { $or: columns } = isAnyOf(identifiers, q)
  const either = orElse ? [...columns, orElse] : columns
  const whole = either.length > 0 ? await list({ $and: [filters, { $or: either }] }, config) : []
  const found = whole.length > 0 ? whole : await list({ ...filters, q }, config)
  return found.length < SEARCH_LIMIT ? found : undefined
}

/** Reads rows in the order of their ids; leaves out those deleted meanwhile. */
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

/** Most rows that a list answers at once. */
const MOST_ROWS = 200

/** Medusa's answer shows the message alone: it has to name its field. */
export const namingField = (sentence: string) => ({
  error: ({ path = [] }: { path?: PropertyKey[] }) => `${path.map(String).join(".")}: ${sentence}`,
})

const wholeNumber = (least: number, most: number, preset: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      namingField("must be a whole number")
    )
    .default(preset)
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      namingField(`must be a whole number from ${least} to ${most}`)
    )

const moment = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    namingField("must be a date, or a moment with its time zone, in ISO 8601")
  )
  .transform((text) => new Date(text))

/** A filter by time: `created_at[$gte]=2026-11-01&created_at[$lt]=2026-12-01`. */
export const timeRange = z
  .strictObject({ $gt: moment, $gte: moment, $lt: moment, $lte: moment })
  .partial()
  .optional()

/** A filter by one value, or by several: `status=PAID`, `status[]=PAID&status[]=SENT`. */
export const oneOrMore = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value)]).optional()

/** An identifier in a filter. */
export const id = z.string().min(1).max(200)

/** Part of an identifier, which a list searches for in the columns that hold one. */
const searchedText = z.string().trim().max(100).optional()

/**
 * The query of a list: `q`, `limit`, `offset` and `order` beside the list's own filters. Newest first unless it says
 * otherwise.
 */
export const listParams = <Filters extends z.ZodRawShape>(filters: Filters) =>
  createFindParams({ order: "-created_at" }).extend({
    offset: wholeNumber(0, 999_999_999, 0),
    limit: wholeNumber(1, MOST_ROWS, 20),
    q: searchedText,
    created_at: timeRange,
    updated_at: timeRange,
    ...filters,
  })

/**
 * Checks the query of a list.
 *
 * @param schema made for the first request, as Medusa does with the schema of a body
 * @param sortable columns by which the list may be sorted, each of which an index serves
 */
export function listQuery(
  schema: () => Parameters<typeof validateAndTransformQuery>[0],
  sortable: readonly string[]
): MiddlewareFunction {
  const check = lazily(() =>
    validateAndTransformQuery(schema(), {
      defaults: ["id"],
      allowed: [...sortable],
      isList: true,
    })
  )
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> =>
    check()(req, res, next)
}

/** Rows equal in the sorted column need a stable order, so that no page repeats or skips one. */
const TIE_BREAKERS = ["created_at", "id"]

/**
 * The page that a checked query asks for.
 *
 * @returns `config` for the module's own list methods
 */
function pageOf({ queryConfig }: Pick<AuthenticatedMedusaRequest, "queryConfig">) {
  const { skip: offset, take: limit, order = {} } = queryConfig.pagination
  const [direction = "ASC"] = Object.values(order)
  // Ids are unique.
  const ties = "id" in order ? [] : TIE_BREAKERS.filter((column) => !(column in order))
  return {
    offset,
    limit,
    config: {
      skip: offset,
      take: limit,
      order: {
        ...order,
        ...Object.fromEntries(ties.map((column) => [column, direction])),
      },
    },
  }
}

/*
 * The columns in which a list searches for an identifier: those that its model declares searchable. An index serves each.
 */

export const ORDER_IDENTIFIERS = [
  "order_id",
  "reference_no",
  "remote_order_uuid",
  "invoice_number",
] as const

export const RECORD_IDENTIFIERS = ["remote_uuid", "remote_customer_uuid", "order_id"] as const

export const OPERATION_IDENTIFIERS = ["subject_uuid", "order_id"] as const

/** Filters for rows of which one identifier equals the searched text. */
export const isAnyOf = (identifiers: readonly string[], q: unknown) => ({
  $or: identifiers.map((column) => ({ [column]: q })),
})
