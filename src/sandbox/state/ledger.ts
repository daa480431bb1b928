import { z } from "zod"

/**
 * What happened to money, entry by entry, written beside the orders' own figures so that the audit can hold the two
 * against each other.
 *
 * - `billed`: an order was made
 * - `received`: the customer paid
 * - `refunded`: money went back
 * - `credited`: an unpaid invoice was reduced
 * - `written-off`: an order was cancelled or expired with this much unpaid
 */
export const ledgerEntrySchema = z.object({
  at: z.string(),
  recordUuid: z.string(),
  entry: z.enum(["billed", "received", "refunded", "credited", "written-off"]),
  amountOre: z.int(),
})

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>
