import { defineRouteConfig } from "@medusajs/admin-sdk"

import { FailedPaymentsTable } from "../../../subscriptions/failed-payments"
import { useTexts } from "../../../lib/texts"

/** Cycles of subscriptions whose card payment failed. */
const FailedPaymentsPage = () => <FailedPaymentsTable />

export const config = defineRouteConfig({
  label: "subscriptions.failed.menu",
  rank: 50,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("subscriptions.failed.menu")}</>
}

export default FailedPaymentsPage
