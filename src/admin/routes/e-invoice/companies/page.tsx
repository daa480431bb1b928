import { defineRouteConfig } from "@medusajs/admin-sdk"

import { CompaniesDesk } from "../../../checks/companies"
import { useTexts } from "../../../lib/texts"

/** Companies: their verifications and invoice fees. */
const CompaniesPage = () => <CompaniesDesk />

export const config = defineRouteConfig({
  label: "companies.menu",
  rank: 70,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("companies.menu")}</>
}

export default CompaniesPage
