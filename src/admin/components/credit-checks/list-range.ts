import { z } from "zod"

import type { AdminQuery } from "../../lib/admin-request"
import type { CreditCheck } from "./credit-check-data"

const chosen = z
  .object({
    $gte: z.string().optional(),
    $gt: z.string().optional(),
    $lte: z.string().optional(),
    $lt: z.string().optional(),
  })
  .optional()
  .catch(undefined)

const unix = (date: Date) => Math.floor(date.getTime() / 1000)

const endOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate(), 23, 59, 59)

/** The time range that the service is asked for, in unix seconds; the last day counts whole. */
export const rangeQuery = ({ created }: AdminQuery): AdminQuery => {
  const { $gte, $gt, $lte, $lt } = chosen.parse(created) ?? {}
  const from = $gte ?? $gt
  const until = $lte ?? $lt
  return {
    ...(from && { startTimestamp: unix(new Date(from)) }),
    ...(until && { endTimestamp: unix(endOfDay(new Date(until))) }),
  }
}

type Page = { rows: CreditCheck[]; count: number }

/** A page of what the service told at once: searched by name and organization number, the newest first. */
export const pageOfChecks = (
  checks: readonly CreditCheck[],
  search: string,
  pageIndex: number,
  pageSize: number
): Page => {
  const wanted = search.trim().toLowerCase()
  const found = checks
    .filter(({ name, organizationId }) =>
      [name, organizationId].some((text) => (text ?? "").toLowerCase().includes(wanted))
    )
    .reverse()
  const start = pageIndex * pageSize
  return { rows: found.slice(start, start + pageSize), count: found.length }
}
