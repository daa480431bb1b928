import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { ReservationBadge } from "../components/badges"
import { useOutstanding } from "../orders/bill"
import { LoadFailure, LoadingRows, Section } from "../components/section"
import { ReservationView } from "../reservations/page"
import { readOrderReservations } from "../reservations/data"
import { ReserveOrderDrawer } from "../reservations/link-actions"
import { useTexts } from "../lib/texts"
import { useAmountText } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"

/** The order page: amounts reserved on the customer's card, and what became of them. */
const EInvoiceOrderReservationsWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const amountText = useAmountText()
  const reservations = useEInvoiceQuery(
    {
      path: `/medusa-orders/${encodeURIComponent(order.id)}/reservations`,
      isAlwaysFresh: true,
    },
    readOrderReservations
  )
  const outstanding = useOutstanding(order).data
  const isCancelled = order.status === "canceled"
  const isEmpty = reservations.data?.length === 0

  // A cancelled order cannot be reserved for, so that there is nothing to say.
  if (isCancelled && isEmpty) {
    return null
  }

  return (
    <Section
      title={t("reservations.section.title")}
      description={t("reservations.section.description")}
      actions={
        <ReserveOrderDrawer
          order={order}
          unavailable={
            isCancelled
              ? t("reservations.section.orderCancelled")
              : outstanding && outstanding.billable < order.total
                ? t("reservations.section.notOutstanding", {
                    amount: amountText(order.total, order.currency_code),
                    outstanding: amountText(outstanding.billable, order.currency_code),
                  })
                : undefined
          }
        />
      }
    >
      {reservations.data ? (
        isEmpty ? (
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("reservations.section.none")}
          </Text>
        ) : (
          reservations.data.map((reservation) => (
            <div key={reservation.record.id} className="divide-y">
              <div className="flex items-center justify-between gap-x-4 px-6 py-4">
                <Link
                  to={`/e-invoice/reservations/${encodeURIComponent(reservation.record.remote_uuid)}`}
                  className="txt-compact-small-plus text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
                >
                  {reservation.record.remote_uuid}
                </Link>
                <ReservationBadge
                  status={reservation.account?.status ?? reservation.record.status}
                />
              </div>
              <ReservationView reservation={reservation} currencyCode={order.currency_code} />
            </div>
          ))
        )
      ) : reservations.isError ? (
        <LoadFailure
          title={t("reservations.failed")}
          error={reservations.error}
          isRetrying={reservations.isFetching}
          onRetry={() => void reservations.refetch()}
        />
      ) : (
        <LoadingRows label={t("reservations.loading")} rows={3} />
      )}
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details",
  id: "e-invoice.order-reservations",
})

export default EInvoiceOrderReservationsWidget
