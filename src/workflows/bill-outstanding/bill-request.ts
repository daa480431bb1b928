import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { billOperation, buildBill } from "../../mapping"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import { eInvoiceModule } from "../e-invoice-module"
import { refusing } from "../operations/read-order-request"
import type { Outstanding } from "./outstanding-of-order"

/** Whom a merchant bills, and how; nothing of it says how much. */
export type BillWish = ShopperData & {
  readonly bill: NonNullable<ShopperData["bill"]>
}

/**
 * Checks that the outstanding amount can be billed in this way, before anything is opened for it. The provider maps it
 * again when it sends.
 *
 * @throws RefusedError naming every field that stands in the way
 */
export function checkBill(
  container: MedusaContainer,
  { order, billable, currencyCode }: Outstanding,
  { bill, ...shopper }: BillWish
): void {
  const { options } = eInvoiceModule(container)
  refusing(billOperation(bill.by), () =>
    buildBill({
      order,
      amount: billable,
      currencyCode,
      kind: isWhole(order, billable) ? "order" : "difference",
      terms: bill,
      shopper,
      settings: options,
      callbackUrl: options.callbackBaseUrl,
      orderDate: new Date(),
    })
  )
}

const isWhole = (order: Outstanding["order"], amount: string): boolean => {
  const total = order["raw_total"] ?? order["total"]
  return (
    total !== null &&
    total !== undefined &&
    MathBN.lt(MathBN.abs(MathBN.sub(amount, total as Parameters<typeof MathBN.sub>[1])), 0.01)
  )
}
