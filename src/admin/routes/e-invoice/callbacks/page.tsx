import { CallbacksTable } from "../../../callbacks/table"
import { useTexts } from "../../../lib/texts"

/** Every call with which the service reported something. */
const CallbacksPage = () => <CallbacksTable />

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("callbacks.menu")}</>
}

export default CallbacksPage
