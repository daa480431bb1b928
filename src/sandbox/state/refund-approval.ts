import { z } from "zod"
import { lineShareSchema } from "./reservation"

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
