import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, Heading } from "@medusajs/ui"

import { hasOutstanding, OutstandingSection, useOutstanding } from "../orders/bill"
import { EInvoiceOrderSection } from "../orders/section"
import { HighInColumn } from "../components/high-in-column"
import { LoadFailure, LoadingRows, OutOfDate } from "../components/section"
import { isPaidByEInvoice, isWorthShowing } from "../orders/data"
import { useTexts } from "../lib/texts"
import { useEInvoiceOrders, useMedusaInStep } from "../orders/queries"

/**
 * The order page's side: the order's e-invoices and bills, and what of its price is not billed
 * yet. Absent where there is neither; while that is not known, a place is held only for orders whose payment says
 * they have one.
 */
const EInvoiceOrderSideWidget = (props: DetailWidgetProps<AdminOrder>) => (
  <HighInColumn layout="order.details" widget="e-invoice.order-side">
    <OrderSide {...props} />
  </HighInColumn>
)

const OrderSide = ({ data }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const orders = useEInvoiceOrders(data)
  const outstanding = useOutstanding(data)
  useMedusaInStep(data, orders)

  if (orders.data) {
    const shown = orders.data.filter(isWorthShowing)
    const isOutstanding = outstanding.data !== undefined && hasOutstanding(outstanding.data)

    return shown.length > 0 || isOutstanding || outstanding.isError ? (
      <Container className="divide-y p-0">
        <OutOfDate query={orders.isRefetchError ? orders : outstanding} />
        {shown.map((order, index) => (
          <EInvoiceOrderSection
            key={order.id}
            title={
              shown.length > 1 ? t("widget.titleOf", { number: index + 1 }) : t("widget.title")
            }
            order={order}
            inMedusa={data}
          />
        ))}
        <OutstandingSection order={data} outstanding={outstanding} />
      </Container>
    ) : null
  }

  if (!isPaidByEInvoice(data)) {
    return null
  }

  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("widget.title")}
      </Heading>
      {orders.isError ? (
        <LoadFailure query={orders} />
      ) : (
        <LoadingRows label={t("load.loading")} rows={6} />
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.side",
  id: "e-invoice.order-side",
})

export default EInvoiceOrderSideWidget
