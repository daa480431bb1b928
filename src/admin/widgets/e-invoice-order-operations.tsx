import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"

import { HighInColumn } from "../components/high-in-column"
import { OpenOperationsSection } from "../operations/table"

/** The order page: what was asked for of this order and may or may not have taken effect. Absent while there is none. */
const EInvoiceOrderOperationsWidget = ({ data: { id } }: DetailWidgetProps<AdminOrder>) => (
  <HighInColumn layout="order.details" widget="e-invoice.order-operations">
    <OpenOperationsSection order_id={id} />
  </HighInColumn>
)

export const config = defineWidgetConfig({
  zone: "order.details.side",
  id: "e-invoice.order-operations",
})

export default EInvoiceOrderOperationsWidget
