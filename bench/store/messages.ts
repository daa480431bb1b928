import { z } from "zod"

/** What the bench asks a store to do. */
export const storeTaskSchema = z.object({
  number: z.number(),
  task: z.discriminatedUnion("type", [
    z.object({ type: z.literal("sweep"), now: z.string() }),
    z.object({ type: z.literal("peak-memory") }),
    z.object({ type: z.literal("files-loaded") }),
    z.object({ type: z.literal("follow-files") }),
    z.object({ type: z.literal("files-run") }),
  ]),
})

export type StoreTask = z.infer<typeof storeTaskSchema>["task"]

/** What a store tells the bench. */
export const storeReportSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), value: z.unknown() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("done"), number: z.number(), value: z.unknown() }),
  z.object({
    type: z.literal("not-done"),
    number: z.number(),
    message: z.string(),
  }),
])

export type StoreReport = z.infer<typeof storeReportSchema>
