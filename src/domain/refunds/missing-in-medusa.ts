import type { MedusaRefunds } from "./medusa-refunds"
import { isUnlinked, type RefundRow } from "../../modules/e-invoice/refunds/refund-row"

/**
 * Which refunds were carried out at the service and are not in Medusa's books: Medusa was not told yet, or took its own
 * refund back because something failed after the money went back.
 */
export async function missingInMedusa<Row extends Pick<RefundRow, "id" | "refund_id" | "state">>(
  medusaRefunds: Pick<MedusaRefunds, "known">,
  rows: readonly Row[]
): Promise<Row[]> {
  const done = rows.filter(({ state }) => state === "done")
  const linked = done.filter((row) => !isUnlinked(row))
  const known =
    linked.length > 0
      ? await medusaRefunds.known(linked.map(({ refund_id }) => refund_id))
      : new Set<string>()
  return done.filter((row) => isUnlinked(row) || !known.has(row.refund_id))
}
