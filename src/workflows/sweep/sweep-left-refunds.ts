import type { MedusaContainer } from "@medusajs/framework/types"

import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { settleLeftRefund } from "../../modules/e-invoice/refunds/settle-left-refund"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import { refundDependenciesOf } from "../refund-dependencies"
import type { SweepTerms } from "./sweep-terms"

/**
 * Settles refunds whose process was killed: what was carried out stays in Medusa, what was never sent is rejected, and
 * the rest stays in doubt for staff.
 *
 * How old a refund is goes by the database's clock, whatever the moment of the sweep: another process may be sending it.
 */
export async function sweepLeftRefunds(terms: SweepTerms): Promise<void> {
  const { refunds } = eInvoiceModule(terms.container)
  const left = await refunds.leftBehind(terms.batch)
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
