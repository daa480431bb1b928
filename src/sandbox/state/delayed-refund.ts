import { z } from "zod"

import { lineShareSchema } from "./reservation"

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
    shares: z.array(shareSchema).default([]),
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

/** A refund that waits for the operator's approval. Money in whole øre. */
export const refundApprovalSchema = z.object({
  uuid: z.string(),
  /** The order or reservation. */
  recordUuid: z.string(),
  type: z.enum(["regular", "invoiced", "reservation"]),
  amountOre: z.int(),
  shares: z.array(lineShareSchema),
  /** Why the ordinary refund was refused, as the merchant passed it on. */
  message: z.string(),
  /** The capture or charge, for a reservation. */
  source: z.enum(["captured", "charged"]).nullable(),
  reference: z.string().nullable(),
  /** Unix seconds. */
  requestedAt: z.int(),
  state: z.enum(["pending", "approved", "rejected"]),
})

/** A request to approve a refund, as the sandbox keeps it. Money in whole øre. */
export type RefundApproval = z.infer<typeof refundApprovalSchema>
