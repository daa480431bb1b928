import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import type { FindConfig } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

import { lazily } from "../../../connect/lazily"
import { type CsvColumns, isTimeZone, sendCsv } from "./csv"
import { anywhere, type FoundInMedusa, type MedusaSearch } from "./customer-names"
import { reads } from "./requests"

/** From this offset on, the ids of the page are read first, by an index alone: skipping wide rows would read them. */
const DEEP_OFFSET = 1_000

/** A search that finds fewer rows has read them all, and thereby counted them. */
const SEARCH_LIMIT = 1_000

/** A list of the module, by its own methods. */
type List<Row> = {
  filters: Readonly<Record<string, unknown>>
  /** What is read of each row. */
  select: readonly (keyof Row & string)[]
  /** Columns that are searched for an identifier. */
  identifiers?: readonly (keyof Row & string)[]
  /** Searches what Medusa knows of the rows' orders and customers. */
  inMedusa?: MedusaSearch | undefined
  /** Columns that hold ids of Medusa's customers. */
  customerColumns?: readonly (keyof Row & string)[]
  listAndCount(filters: object, config: FindConfig<Row>): Promise<[Row[], number]>
  list(filters: object, config: FindConfig<Row>): Promise<Row[]>
}

/** Reads the page of a list that a checked query asks for. */
export async function listPage<Row extends { id: string }>(
  req: Pick<AuthenticatedMedusaRequest, "queryConfig">,
  list: List<Row>
) {
  const { offset, limit, config } = pageOf(req)
  const { select } = list
  const { found, filters, isCut } = list.filters.q
    ? await search(list, config)
    : { found: undefined, filters: list.filters, isCut: false }
  const cut = isCut && { search_cut: true as const }
  if (!found && offset < DEEP_OFFSET) {
    const [rows, count] = await list.listAndCount(filters, {
      ...config,
      select: [...select],
    })
    return { rows, count, offset, limit, ...cut }
  }
  const [places, count] = found
    ? [found.slice(offset, offset + (limit ?? found.length)), found.length]
    : await list.listAndCount(filters, { ...config, select: ["id"] })
  return { rows: await rowsAt(list, places), count, offset, limit, ...cut }
}

/**
 * What a search found: the ids of all matches, undefined from 1,000 on, and filters by which its pages are found then. It is cut
 * where more of Medusa's orders and customers match than are followed.
 */
type Found<Row> = { found: Row[] | undefined; filters: object; isCut: boolean }

/** How a list is answered. */
type ListAnswer<Row, Shown> = {
  /** Under which name the rows stand in the answer, and the file's name. */
  name: string
  show(rows: readonly Row[]): Promise<readonly Shown[]> | readonly Shown[]
  /** What stands in a CSV file. */
  columns: CsvColumns<Shown>
}

/**
 * Answers a list: the page that a checked query asks for, or with `format=csv` all rows that its filters and its search
 * find, as a file.
 */
export async function answerList<Row extends { id: string }, Shown>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  list: List<Row>,
  { name, show, columns }: ListAnswer<Row, Shown>
): Promise<void> {
  const file = fileAskedFor(res)
  if (file) {
    const batches = shownInBatches(list, await filtersOfFile(list), show)
    return sendCsv(res, name, columns, batches, file.timeZone)
  }
  const { rows, ...page } = await listPage(req, list)
  res.json({ [name]: await show(rows), ...page })
}

/** Rows of a file that are read together. */
const BATCH = 500

/**
 * What a file holds.
 *
 * @throws MedusaError invalid_data where the search was cut: a part is never taken for the whole
 */
async function filtersOfFile<Row>(list: List<Row>): Promise<object> {
  if (!list.filters.q) {
    return list.filters
  }
  const { filters, isCut } = await search(list, { order: { id: "DESC" } })
  if (isCut) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `q: ${TOO_MANY_FOUND}`)
  }
  return filters
}

/** Why a search cannot be exported. */
const TOO_MANY_FOUND =
  "too many orders or customers of the store match for a search, so the file would not be complete; search for the whole name or e-mail address, or export by date"

async function* shownInBatches<Row extends { id: string }, Shown>(
  list: List<Row>,
  filters: object,
  show: ListAnswer<Row, Shown>["show"]
): AsyncGenerator<readonly Shown[]> {
  for await (const places of placesInBatches(list, filters)) {
    yield await show(await rowsAt(list, places))
  }
}

/**
 * From the highest id to the lowest, which is newest first: each batch begins below the last id of the one before, so that no
 * row is lost or doubled when others enter or leave the filters meanwhile. What comes meanwhile stands above the first.
 */
async function* placesInBatches<Row extends { id: string }>(
  { list }: List<Row>,
  filters: object
): AsyncGenerator<Row[]> {
  let below: object = {}
  for (;;) {
    const places = await list(
      { $and: [filters, below] },
      { order: { id: "DESC" }, select: ["id"], take: BATCH }
    )
    yield places
    const last = places.at(-1)
    if (!last || places.length < BATCH) {
      return
    }
    below = { id: { $lt: last.id } }
  }
}

/**
 * Searches for a whole identifier, order number, e-mail address or name, then for a part of one where no row has the whole.
 * No index serves a partial match: a page and its count, each by itself, would read the whole table.
 */
async function search<Row>(
  { filters: { q, ...filters }, identifiers = [], inMedusa, customerColumns = [], list }: List<Row>,
  { order }: Pick<FindConfig<Row>, "order">
): Promise<Found<Row>> {
  const config = { order, select: ["id"], take: SEARCH_LIMIT }
  const searchFor = async (value: unknown, inMedusa: FoundInMedusa | undefined) => {
    const narrowed = {
      $and: [
        filters,
        {
          $or: [
            ...isAnyOf(identifiers, value).$or,
            { order_id: inMedusa?.orders ?? [] },
            ...(inMedusa?.rows.length ? [{ id: inMedusa.rows }] : []),
            ...isAnyOf(customerColumns, inMedusa?.customers ?? []).$or,
          ],
        },
      ],
    }
    const found = await list(narrowed, config)
    return {
      found: found.length < SEARCH_LIMIT ? found : undefined,
      filters: narrowed,
      isCut: inMedusa?.isCut ?? false,
    }
  }
  const whole = await searchFor(q, await inMedusa?.whole())
  return whole.found?.length === 0
    ? searchFor({ $ilike: anywhere(String(q)) }, await inMedusa?.part())
    : whole
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

/** A whole number of a query, in its limits. */
export const wholeNumber = (least: number, most: number, preset: number) =>
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

/** An identifier, an order number, a name or an e-mail address, or part of one, which a list searches for. */
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
    format: z.enum(["json", "csv"], namingField("must be json or csv")).default("json"),
    time_zone: z
      .string()
      .refine(isTimeZone, namingField("must be the name of a time zone, such as Europe/Oslo"))
      .default("UTC"),
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
function listQuery(
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
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    hideQuery(req)
    return check()(req, res, (error?: unknown) => {
      const { format, time_zone, ...filters } = req.filterableFields ?? {}
      req.filterableFields = filters
      res.locals["csv"] = format === "csv" ? { timeZone: String(time_zone) } : undefined
      next(error)
    })
  }
}

/** Checks of a route that answers a list. */
export const lists = (
  path: string,
  params: Parameters<typeof listQuery>[0],
  sortable: readonly string[]
): MiddlewareRoute => ({ ...reads(path), middlewares: [listQuery(params, sortable)] })

/** The file that a checked query asks for; undefined where it asks for a page. */
const fileAskedFor = ({ locals }: MedusaResponse): { timeZone: string } | undefined =>
  locals["csv"] as { timeZone: string } | undefined

/** Keeps the query out of the access log, which prints addresses: it may name a customer. */
export function hideQuery(req: Pick<MedusaRequest, "originalUrl">): void {
  req.originalUrl = req.originalUrl.split("?")[0] ?? ""
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

export const RECORD_IDENTIFIERS = [
  "remote_uuid",
  "remote_customer_uuid",
  "order_id",
  "organization_id",
  "company_name",
] as const

export const OPERATION_IDENTIFIERS = ["subject_uuid", "order_id"] as const

/** Filters for rows of which one identifier equals the searched text. */
export const isAnyOf = (identifiers: readonly string[], q: unknown) => ({
  $or: identifiers.map((column) => ({ [column]: q })),
})
