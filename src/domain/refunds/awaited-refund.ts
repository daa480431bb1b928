import { formatOre, toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { missingInMedusa } from "./missing-in-medusa"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"

/**
 * The refund here that Medusa's is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
export async function awaitedRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { rowId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  if (rowId === undefined) {
    return missingRefund(dependencies, order, amountOre)
  }
  const { refunds, medusaRefunds } = dependencies
  const row = await refunds.find(rowId)
  if (row?.e_invoice_order_id !== order.id || toOre(row.amount) !== amountOre) {
    return undefined
  }
  if (row.state === "prepared") {
    return row
  }
  const [missing] = await missingInMedusa(medusaRefunds, [row])
  return missing
}

/** The refund of an amount that was carried out at the service and that Medusa has not recorded. */
export async function missingRefund(
  { refunds, medusaRefunds }: RefundDependencies,
  order: Pick<FollowedOrder, "id">,
  amountOre: bigint
): Promise<RefundRow | undefined> {
  const [missing] = await missingInMedusa(
    medusaRefunds,
    await refunds.carriedOut(order.id, formatOre(amountOre))
  )
  return missing
}
