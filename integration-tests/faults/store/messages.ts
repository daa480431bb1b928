import { z } from "zod"

/** Where a store can be made to stand still, as `halt-points.ts` describes it. */
export const haltPointSchema = z.object({
  /** A method of the eInvoice module's collaborators, such as `journal.send`. */
  method: z.string(),
  /** Before the method runs, or after it has and before its caller hears of it. */
  when: z.enum(["before", "after"]),
  /** Text that one of the arguments must be, or a field of one of them. */
  given: z.string().optional(),
})

export type HaltPoint = z.infer<typeof haltPointSchema>

/** What the tests tell a store process. */
export const storeOrderSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("stop") }),
  z.object({
    type: z.literal("sweep"),
    number: z.number(),
    /** ISO 8601. */
    now: z.string(),
  }),
  z.object({
    type: z.literal("halt"),
    number: z.number(),
    point: haltPointSchema,
  }),
])

export type StoreOrder = z.infer<typeof storeOrderSchema>

/** What a store process tells the tests. */
export const storeReportSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), value: z.unknown() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("done"), number: z.number(), value: z.unknown() }),
  z.object({
    type: z.literal("not-done"),
    number: z.number(),
    message: z.string(),
  }),
  /** A halt point was reached: what reached it stands still from here on. */
  z.object({ type: z.literal("halted"), number: z.number() }),
])

export type StoreReport = z.infer<typeof storeReportSchema>
