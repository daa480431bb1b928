import { CompaniesDesk } from "../../../checks/companies"
import { PageTabs } from "../../../components/tabs"
import { useTexts } from "../../../lib/texts"

/** Companies: their verifications and invoice fees. */
const CompaniesPage = () => (
  <>
    <PageTabs of="checks" />
    <CompaniesDesk />
  </>
)

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("companies.menu")}</>
}

export default CompaniesPage
