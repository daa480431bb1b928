import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"

import { OpenOperationsSection } from "../operations/table"

/** The customer page: what was asked for of this customer and may or may not have taken effect. Absent while there is none. */
const EInvoiceCustomerOperationsWidget = ({ data: { id } }: DetailWidgetProps<AdminCustomer>) => (
  <OpenOperationsSection customer_id={id} />
)

export const config = defineWidgetConfig({
  zone: "customer.details.side",
  id: "e-invoice.customer-operations",
})

export default EInvoiceCustomerOperationsWidget
