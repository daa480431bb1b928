import { OperationsTable } from "../../../operations/table"
import { useTexts } from "../../../lib/texts"

/** Every operation in doubt. */
const OperationsPage = () => <OperationsTable />

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("operations.menu")}</>
}

export default OperationsPage
