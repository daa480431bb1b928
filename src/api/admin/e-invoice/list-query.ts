import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

import { lazily } from "../../../connect/lazily"

/** Most rows that a list answers at once. */
const MOST_ROWS = 200

/** Medusa's answer shows the sentence alone: it has to name its field. */
export const named = (sentence: string) => ({
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
      named("must be a whole number")
    )
    .default(preset)
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      named(`must be a whole number from ${least} to ${most}`)
    )

const moment = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    named("must be a date, or a moment with its time zone, in ISO 8601")
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

/** Rows that are alike in what a list is sorted by still have one place each, so that no page repeats or skips one. */
const TIE_BREAKERS = ["created_at", "id"]

/**
 * The page that a checked query asks for.
 *
 * @returns `config` for the module's own list methods
 */
export function pageOf({ queryConfig }: Pick<AuthenticatedMedusaRequest, "queryConfig">) {
  const { skip: offset, take: limit, order = {} } = queryConfig.pagination
  const [direction = "ASC"] = Object.values(order)
  // An id has no ties.
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
