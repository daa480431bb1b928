import type { MedusaContainer } from "@medusajs/framework/types"

import { toOre } from "../mapping"
import type { RefundRow } from "../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { paymentBooksOf } from "./payment-books"

/** A refund that was carried out at the service and is to be recorded in Medusa. */
export type RefundToRecord = {
  wish_id: string
  payment_id: string
  /** Decimal major units, as Medusa holds them. */
  amount: string
}

/** @returns null where Medusa has no captured payment that this much is left of */
export async function recordable(
  container: MedusaContainer,
  order: Pick<FollowedOrder, "paymentId" | "paymentSessionId">,
  row: Pick<RefundRow, "id" | "amount">
): Promise<RefundToRecord | null> {
  const books = await paymentBooksOf(container, order)
  return books && toOre(books.left) >= toOre(row.amount)
    ? {
        wish_id: row.id,
        payment_id: books.paymentId,
        amount: toOre(books.left) === toOre(row.amount) ? books.left : row.amount,
      }
    : null
}
