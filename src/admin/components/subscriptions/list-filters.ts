import { z } from "zod"

import type { AdminQuery } from "../../lib/admin-request"
import { writeDay } from "../../lib/service-day"

const chosenDays = z
  .object({
    $gte: z.string().optional(),
    $gt: z.string().optional(),
    $lte: z.string().optional(),
    $lt: z.string().optional(),
  })
  .optional()
  .catch(undefined)

const chosenStatus = z
  .union([z.string(), z.array(z.string()).transform(([first]) => first)])
  .optional()
  .catch(undefined)

/** Before any subscription there is. */
const EARLIEST = "2000-01-01"

/**
 * What the service's own lists are asked: one status, a page, part of a customer's name, and days, which it takes in
 * pairs only. What a person left open is filled in.
 */
export const serviceListQuery = (
  { q, created, status }: AdminQuery,
  pageIndex: number,
  today = new Date()
): AdminQuery => {
  const { $gte, $gt, $lte, $lt } = chosenDays.parse(created) ?? {}
  const from = $gte ?? $gt
  const until = $lte ?? $lt
  return {
    page: pageIndex + 1,
    status: chosenStatus.parse(status),
    customerName: q,
    ...((from ?? until) && {
      startDate: from ? writeDay(new Date(from)) : EARLIEST,
      endDate: writeDay(until ? new Date(until) : today),
    }),
  }
}
