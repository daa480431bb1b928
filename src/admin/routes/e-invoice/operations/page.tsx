import { defineRouteConfig } from "@medusajs/admin-sdk"

import { OperationsTable } from "../../../operations/table"
import { useTexts } from "../../../lib/texts"

/** Every operation in doubt. */
const OperationsPage = () => <OperationsTable />

export const config = defineRouteConfig({
  label: "operations.menu",
  rank: 20,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("operations.menu")}</>
}

export default OperationsPage
