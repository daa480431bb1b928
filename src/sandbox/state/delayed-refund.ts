import { z } from "zod"

const amountOre = z.int()

const shareSchema = z.object({ id: z.int(), amountOre })

const whatSchema = z.discriminatedUnion("record", [
  z.object({
    record: z.literal("order"),
    recordUuid: z.string(),
    amountOre,
    shares: z.array(shareSchema),
  }),
  z.object({
    record: z.literal("reservation"),
    recordUuid: z.string(),
    amountOre,
    source: z.enum(["captured", "charged"]),
    /** The capture or charge that is paid back. */
    reference: z.string(),
  }),
  z.object({
    record: z.literal("subscription"),
    recordUuid: z.string(),
    amountOre,
    /** Numbers of the cycles, from 1. */
    cycles: z.array(z.int()),
  }),
])

/** A refund that was checked and accepted. Money in whole øre. */
export type AcceptedRefund = z.infer<typeof whatSchema>

export const delayedRefundSchema = z.object({
  /** Unix seconds, virtual time, when it is carried out; null: when told to. */
  at: z.int().nullable(),
  refund: whatSchema,
})

/** A refund that was accepted and is not yet carried out. */
export type DelayedRefund = z.infer<typeof delayedRefundSchema>
