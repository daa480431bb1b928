import { Heading } from "@medusajs/ui"
import { useId } from "react"

import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import type { ReachableOrder } from "../lib/order-contact"
import type { OrderInMedusa } from "../lib/order-warnings"
import { EInvoiceOrderActions } from "./e-invoice-order-actions"
import { EInvoiceOrderFacts } from "./e-invoice-order-facts"
import { OrderStatusBadge } from "./order-status-badge"
import { OrderWarningAlert } from "./order-warning-alert"

type EInvoiceOrderSectionProps = {
  title: string
  order: EInvoiceOrderSummary
  inMedusa: OrderInMedusa & ReachableOrder
}

/** One e-invoice order: its status, what to watch out for, its facts, and what can be done. */
export const EInvoiceOrderSection = ({ title, order, inMedusa }: EInvoiceOrderSectionProps) => {
  const headingId = useId()

  return (
    <section aria-labelledby={headingId} className="divide-y divide-dashed">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={headingId}>
          {title}
        </Heading>
        <OrderStatusBadge order={order} />
      </div>
      <OrderWarningAlert order={order} inMedusa={inMedusa} />
      <EInvoiceOrderFacts order={order} />
      <EInvoiceOrderActions order={order} inMedusa={inMedusa} />
    </section>
  )
}
