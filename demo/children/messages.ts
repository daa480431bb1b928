import { z } from "zod"

/** What a child process of the demo tells its parent. */
export const childMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("step"), name: z.string() }),
  z.object({ type: z.literal("ready"), value: z.unknown() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
])

export type ChildMessage = z.infer<typeof childMessageSchema>

/** What the parent tells a child: to end. */
export const stopMessage = { type: "stop" } as const

export const isStopMessage = (message: unknown): boolean =>
  z.object({ type: z.literal(stopMessage.type) }).safeParse(message).success
