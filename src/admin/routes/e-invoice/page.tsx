import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Receipt } from "@medusajs/icons"

import { Overview } from "../../overview/page"
import { useTexts } from "../../lib/texts"

/** What the merchant sees first under E-invoice. */
const OverviewPage = () => <Overview />

// Admin's build reads this object as text: `translationNs` has to be written out, and `rank` places the pages below it.
export const config = defineRouteConfig({
  label: "overview.menu",
  icon: Receipt,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("overview.menu")}</>
}

export default OverviewPage
