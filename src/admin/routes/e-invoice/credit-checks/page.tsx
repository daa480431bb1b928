import { defineRouteConfig } from "@medusajs/admin-sdk"

import { CreditChecksTable } from "../../../checks/credit-checks"
import { PageTabs } from "../../../components/tabs"
import { useTexts } from "../../../lib/texts"

/** The service's credit checks, and a way to ask for one. */
const CreditChecksPage = () => (
  <>
    <PageTabs of="checks" />
    <CreditChecksTable />
  </>
)

export const config = defineRouteConfig({
  label: "navigation.checks",
  rank: 60,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("creditChecks.menu")}</>
}

export default CreditChecksPage
