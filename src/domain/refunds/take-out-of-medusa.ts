import type { RefundDependencies } from "./refund-request"
import { isUnlinked, type RefundRow } from "../../modules/e-invoice/refunds/refund-row"

/**
 * Takes Medusa's own refund of a row back. Medusa writes it before it asks the provider, and takes it back itself where that
 * fails; one whose process was killed in between would count for good. To be done before the row is closed or tied to
 * another: afterwards nobody would look for it.
 */
export async function takeOutOfMedusa(
  { medusaRefunds }: Pick<RefundDependencies, "medusaRefunds">,
  row: Pick<RefundRow, "id" | "refund_id">
): Promise<void> {
  if (!isUnlinked(row)) {
    await medusaRefunds.remove(row.refund_id)
  }
}
