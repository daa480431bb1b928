import { z } from "zod"

const seconds = z
  .int()
  .min(0)
  .max(365 * 24 * 60 * 60)
const yesOrNo = z.boolean().optional()

/**
 * What the service may do otherwise than a merchant's server expects, without failing: none of it is documented, and
 * none of it is excluded. See `sandbox.setQuirks`.
 */
export const quirksSchema = z.strictObject({
  refundDelay: z
    .union([seconds, z.literal("held")])
    .optional()
    .describe(
      "Accept a refund at once and carry it out after so many seconds of the sandbox's clock, or only when told to (`held`). Until then its record reads as before."
    ),
  noDateHeader: yesOrNo.describe("Answer without a `Date` header."),
  emptyLists: yesOrNo.describe("Answer every list as if the account had no records."),
  listLag: seconds
    .optional()
    .describe(
      "Leave out of every list what was made in the last so many seconds of the sandbox's clock."
    ),
  ignoredFilters: yesOrNo.describe("Ignore the filters of every list: status, dates, time range."),
  listLimit: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Answer at most so many orders of the list of orders by date range, the newest, without saying that there are more."
    ),
  strictRange: yesOrNo.describe(
    "Take a time range for the creation alone, by the sandbox's clock: start <= created <= end."
  ),
  rangeInMilliseconds: yesOrNo.describe("Take the limits of a time range for milliseconds."),
  rangeZone: z
    .number()
    .min(-14)
    .max(14)
    .optional()
    .describe("Take the limits of a time range for a local time so many hours ahead of UTC."),
})

/** The quirks in force; all that is given applies together. */
export type Quirks = z.infer<typeof quirksSchema>

/** Reads `name`, or `name=value`, as a command line has it. */
export function readQuirk(text: string): Record<string, unknown> {
  const [name = "", value] = text.split(/=(.*)/s)
  const read =
    value === undefined
      ? true
      : value !== "" && !Number.isNaN(Number(value))
        ? Number(value)
        : value
  return { [name]: read }
}
