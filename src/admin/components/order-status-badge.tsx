import { StatusBadge } from "@medusajs/ui"

import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import { statusText } from "../lib/status-text"
import { statusWords } from "../lib/status-words"
import { useTexts } from "../lib/texts"

type OrderStatusBadgeProps = {
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
}

/** The status in words; the colour only repeats what the words say. */
export const OrderStatusBadge = ({ order }: OrderStatusBadgeProps) => {
  const t = useTexts()

  return (
    <StatusBadge color={statusWords(order)?.color ?? "grey"} className="text-nowrap">
      {statusText(t, order)}
    </StatusBadge>
  )
}
