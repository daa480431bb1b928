import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import type { LineOfInvoice } from "../domain/refunds/changed-order"
import { amountsOfPieces, type RemovedLine, toOre } from "../mapping"
import type { RefundShare } from "../modules/e-invoice/refunds/refund-row"
import { eInvoiceModule } from "./e-invoice-module"
import { LEAST_ACCOUNTED } from "./judge-invoices"
import type { RefundToRecord } from "./refund-account"
import { hasChanged, judgedIfTold, paymentsOf } from "./review-flags"

/**
 * What of a refund its customer was not owed, at most: Medusa books that as a credit beside. Goods that came back are owed,
 * also where Medusa counts them against what it waits for otherwise. What went out in their place makes up for them, unless the
 * refund is of the very lines that came back: that is billed then.
 *
 * @returns decimal major units
 */
export async function creditOfRefund(
  container: MedusaContainer,
  orderId: string,
  { payment_id: paymentId, refund_row_id: refundId, amount }: RefundToRecord
): Promise<string> {
  const eInvoice = eInvoiceModule(container)
  const invoice = await eInvoice.orders.statuses.ofPayment(paymentId)
  if (!invoice || !(await hasChanged(container, orderId))) {
    return amount
  }
  const products = (await eInvoice.refunds.find(refundId))?.products ?? []
  const judged = await judgedIfTold(container, orderId, refundId)
  const went = judged?.returnedLines.filter(({ line }) => line.invoiceId === invoice.id) ?? []
  if (isOfWhatWent(products, went, judged?.hasAdded ?? false)) {
    return "0"
  }
  const { beyond } = await paymentsOf(container, orderId)
  if (MathBN.lte(beyond, 0)) {
    return amount
  }
  const credit = MathBN.sub(amount, beyond)
  return MathBN.lt(credit, LEAST_ACCOUNTED) ? "0" : credit.toFixed()
}

/**
 * Whether a refund takes nothing but lines that went. Where others came in their place, an amount that is no number of pieces
 * says nothing of lines: it was spread over all of them.
 */
const isOfWhatWent = (
  products: readonly RefundShare[],
  went: readonly RemovedLine<LineOfInvoice>[],
  hasAdded: boolean
): boolean =>
  products.length > 0 &&
  products.every(({ id, amount }) => {
    const removed = went.find(({ line }) => line.serviceId === id)
    const ore = toOre(amount)
    return (
      removed !== undefined &&
      (hasAdded ? amountsOfPieces(removed).includes(ore) : ore <= removed.amountOre)
    )
  })
