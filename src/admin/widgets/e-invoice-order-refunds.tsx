import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"

import { OrderRefunds } from "../refunds/section"
import { useTexts } from "../lib/texts"
import { useEInvoiceOrders } from "../orders/queries"

/** The order page: refunds by line and by amount. Absent where there is no e-invoice that could be refunded. */
const EInvoiceOrderRefundsWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const orders = useEInvoiceOrders(order)
  const existing = orders.data?.filter(({ state }) => state === "succeeded") ?? []

  return existing.map(({ id }, index) => (
    <OrderRefunds
      key={id}
      id={id}
      orderId={order.id}
      title={
        existing.length > 1
          ? t("refunds.section.titleOf", { number: index + 1 })
          : t("refunds.section.title")
      }
    />
  ))
}

export const config = defineWidgetConfig({
  zone: "order.details",
  id: "e-invoice.order-refunds",
})

export default EInvoiceOrderRefundsWidget
