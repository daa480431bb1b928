import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"

import { ConnectError } from "../connect"
import { changeOfInvoices, invoicesOf } from "../domain/refunds/changed-order"
import { orderNowOf } from "../domain/refunds/medusa-order"
import { owedBesideGoods } from "../domain/refunds/refund-parts"
import { formatOre, LEAST_AMOUNT, toOre } from "../mapping"
import { LEAST_ACCOUNTED_ORE, sum } from "../mapping/decimal"
import { eInvoiceModule } from "./e-invoice-module"
import { refundDependenciesOf, type RefundToRecord } from "./refund-account"
import { paymentsOf } from "./payments-of-order"

/**
 * What of a refund its customer was not owed: Medusa books that as a credit. Goods that went are owed, as was decided when the
 * refund was prepared; so is what Medusa owes without regard to lines, as by a credit line of staff.
 *
 * @returns decimal major units
 */
export async function creditOfRefund(
  container: MedusaContainer,
  orderId: string,
  { refund_row_id: refundId, amount }: RefundToRecord
): Promise<string> {
  const refund = await eInvoiceModule(container).refunds.find(refundId)
  const goodsOre = sum((refund?.goods ?? []).map((share) => toOre(share.amount)))
  const beyondGoods = MathBN.sub(amount, formatOre(goodsOre))
  if (MathBN.lt(beyondGoods, LEAST_AMOUNT)) {
    return "0"
  }
  const { beyond } = await paymentsOf(container, orderId)
  const besideOre = await besideGoods(container, orderId, toOre(beyond) - goodsOre)
  const credit = MathBN.sub(
    beyondGoods,
    formatOre(besideOre < LEAST_ACCOUNTED_ORE ? 0n : besideOre)
  )
  return MathBN.lt(credit, LEAST_AMOUNT) ? "0" : credit.toFixed()
}

/** What of an amount that Medusa owes, beside the goods of a refund, no line accounts for. */
async function besideGoods(
  container: MedusaContainer,
  orderId: string,
  owedOre: bigint
): Promise<bigint> {
  if (owedOre <= 0n) {
    return 0n
  }
  const dependencies = refundDependenciesOf(container)
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  try {
    const invoices = await invoicesOf(dependencies, orderId)
    const change = now && (await changeOfInvoices(dependencies, now, invoices))
    return change ? owedBesideGoods(owedOre, change.changed) : owedOre
  } catch (error) {
    if (error instanceof ConnectError) {
      return owedOre
    }
    throw error
  }
}
