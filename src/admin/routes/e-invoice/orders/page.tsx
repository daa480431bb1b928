import { defineRouteConfig } from "@medusajs/admin-sdk"

import { OrdersTable } from "../../../orders/table"
import { useTexts } from "../../../lib/texts"

/** All e-invoice orders of checkouts. */
const InvoiceOrdersPage = () => <OrdersTable />

export const config = defineRouteConfig({
  label: "invoiceOrders.menu",
  rank: 10,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("invoiceOrders.menu")}</>
}

export default InvoiceOrdersPage
