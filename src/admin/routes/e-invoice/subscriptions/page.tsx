import { defineRouteConfig } from "@medusajs/admin-sdk"

import { SubscriptionsTable } from "../../../subscriptions/table"
import { PageTabs } from "../../../components/tabs"
import { useTexts } from "../../../lib/texts"

/** The service's subscriptions, and a way to make one. */
const SubscriptionsPage = () => (
  <>
    <PageTabs of="subscriptions" />
    <SubscriptionsTable />
  </>
)

export const config = defineRouteConfig({
  label: "subscriptions.menu",
  rank: 40,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("subscriptions.menu")}</>
}

export default SubscriptionsPage
