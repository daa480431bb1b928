import type { MedusaContainer } from "@medusajs/framework/types"

import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { settleLeftRefund } from "../../modules/e-invoice/refunds/settle-left-refund"
import { SENDER_MARGIN } from "../../modules/e-invoice/sender-margin"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import { refundDependenciesOf } from "../refund-dependencies"
import type { SweepTerms } from "./sweep-terms"

/**
 * Settles refunds whose process was killed: what was carried out stays in Medusa, what was not is taken out of its books.
 *
 * How old a refund is goes by the clock, whatever the moment of the sweep: another process may be sending it.
 */
export async function sweepLeftRefunds(terms: SweepTerms): Promise<void> {
  const { clock, refunds, options } = eInvoiceModule(terms.container)
  const patience = Math.max(
    options.requestBudget + SENDER_MARGIN,
    options.inDoubtQuietPeriod * 1000
  )
  const left = await refunds.leftBehind(
    new Date(clock.now().getTime() - patience),
    terms.batch
  )
  for (const refund of left) {
    await terms.lease.check()
    await quietly(terms, `refund ${refund.id} left behind`, () =>
      settle(terms.container, refund)
    )
  }
}

async function settle(
  container: MedusaContainer,
  refund: RefundRow
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const order = await eInvoice.statuses.find(refund.e_invoice_order_id)
  if (!order) {
    return
  }
  await settleLeftRefund(
    refundDependenciesOf(container),
    order,
    refund,
    "schedule"
  )
}
