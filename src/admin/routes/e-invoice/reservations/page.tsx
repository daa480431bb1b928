import { defineRouteConfig } from "@medusajs/admin-sdk"

import { ReservationsTable } from "../../../reservations/table"
import { useTexts } from "../../../lib/texts"

/** The reservations that are followed, and a way to follow another. */
const ReservationsPage = () => <ReservationsTable />

export const config = defineRouteConfig({
  label: "reservations.menu",
  rank: 30,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("reservations.menu")}</>
}

export default ReservationsPage
