import { defineRouteConfig } from "@medusajs/admin-sdk"

import { ReconciliationPage } from "../../../reconciliation/page"
import { useTexts } from "../../../lib/texts"

/** What the service and Medusa say of money, side by side. */
const ReconciliationRoute = () => <ReconciliationPage />

export const config = defineRouteConfig({
  label: "reconciliation.menu",
  rank: 15,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("reconciliation.menu")}</>
}

export default ReconciliationRoute
