import type { MedusaRefunds } from "./medusa-refunds"
import type { RefundRow } from "./refund-row"
import { isUntied } from "./refund-wishes"

/**
 * Which refunds were carried out at the service and are not in Medusa's books: Medusa was not told yet, or took its own
 * refund back because something failed after the money went back.
 */
export async function missingInMedusa<
  Row extends Pick<RefundRow, "id" | "refund_id" | "state">,
>(
  medusaRefunds: Pick<MedusaRefunds, "known">,
  rows: readonly Row[]
): Promise<Row[]> {
  const done = rows.filter(({ state }) => state === "done")
  const tied = done.filter((row) => !isUntied(row))
  const known =
    tied.length > 0
      ? await medusaRefunds.known(tied.map(({ refund_id }) => refund_id))
      : new Set<string>()
  return done.filter((row) => isUntied(row) || !known.has(row.refund_id))
}
