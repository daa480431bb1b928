import { z } from "zod"

/**
 * Values of our Admin API, read leniently: a value that is absent or of another shape becomes null, so that one odd
 * field never hides the rest of an order.
 */
export const optionalText = z.string().min(1).nullable().catch(null)

/** Decimal major units, sent as a number or a numeric string; null when unreadable, never a guess. */
export const optionalAmount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)

/** An ISO 8601 date and time. */
export const optionalDate = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .nullable()
  .catch(null)

/** An object of any shape. */
export const optionalRecord = z.record(z.string(), z.unknown()).nullable().catch(null)

/** A list in which an unreadable item is left out. */
export const lenientList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const result = item.safeParse(value)
        return result.success ? [result.data] : []
      })
    )

/** The last run of a job, as the routes for overview and settings answer it. */
export const jobSchema = z.object({
  name: z.string(),
  started_at: optionalDate,
  finished_at: optionalDate,
  server: optionalText,
  failure: optionalText,
  is_overdue: z.boolean(),
})

export type Job = z.infer<typeof jobSchema>
