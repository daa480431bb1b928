import { FailedPaymentsTable } from "../../../subscriptions/failed-payments"
import { PageTabs } from "../../../components/tabs"
import { useTexts } from "../../../lib/texts"

/** Cycles of subscriptions whose card payment failed. */
const FailedPaymentsPage = () => (
  <>
    <PageTabs of="subscriptions" />
    <FailedPaymentsTable />
  </>
)

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("subscriptions.failed.menu")}</>
}

export default FailedPaymentsPage
