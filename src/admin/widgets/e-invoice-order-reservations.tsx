import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Link } from "react-router-dom"

import { ReservationBadge } from "../components/badges"
import { LoadFailure, OutOfDate, Section } from "../components/section"
import { ReservationView } from "../reservations/page"
import { ReserveOrderDrawer, useOrderReservations } from "../reservations/link-actions"
import { useTexts } from "../lib/texts"

/** The order page: amounts reserved on the customer's card, and what became of them. Absent while there are none. */
const EInvoiceOrderReservationsWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const reservations = useOrderReservations(order)

  if (!reservations.isError && !reservations.data?.length) {
    return null
  }

  return (
    <Section
      title={t("reservations.section.title")}
      description={t("reservations.section.description")}
      actions={<ReserveOrderDrawer order={order} />}
    >
      <OutOfDate query={reservations} />
      {reservations.data ? (
        reservations.data.map((reservation) => (
          <div key={reservation.record.id} className="divide-y">
            <div className="flex items-center justify-between gap-x-4 px-6 py-4">
              <Link
                to={`/e-invoice/reservations/${encodeURIComponent(reservation.record.remote_uuid)}`}
                className="txt-compact-small-plus text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
              >
                {reservation.record.remote_uuid}
              </Link>
              <ReservationBadge status={reservation.account?.status ?? reservation.record.status} />
            </div>
            <ReservationView
              reservation={reservation}
              query={reservations}
              currencyCode={order.currency_code}
            />
          </div>
        ))
      ) : (
        <LoadFailure title={t("reservations.failed")} query={reservations} />
      )}
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details",
  id: "e-invoice.order-reservations",
})

export default EInvoiceOrderReservationsWidget
