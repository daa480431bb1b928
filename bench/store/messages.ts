import { z } from "zod"

/** What the bench asks a store to do. */
export const storeTaskSchema = z.object({
  number: z.number(),
  task: z.discriminatedUnion("type", [
    z.object({ type: z.literal("sweep"), now: z.string() }),
    z.object({ type: z.literal("memory") }),
    z.object({ type: z.literal("files-loaded") }),
    z.object({ type: z.literal("follow-files") }),
    z.object({ type: z.literal("files-run") }),
  ]),
})

export type StoreTask = z.infer<typeof storeTaskSchema>["task"]

/** Answer to `memory`, in bytes: the most that was resident, and what is left of the heap after a collection. */
export const storeMemorySchema = z.object({ peak: z.number(), live: z.number() })

export type StoreMemory = z.infer<typeof storeMemorySchema>

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
