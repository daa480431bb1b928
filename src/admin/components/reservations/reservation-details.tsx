import { Container } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { ReservationBadge } from "./reservation-badge"
import { parseReservation } from "./reservation-data"
import { ReservationView } from "./reservation-view"

/** The page of one reservation. */
export const ReservationDetails = ({ uuid }: { uuid: string }) => {
  const t = useTexts()
  const reservation = useEInvoiceQuery(
    {
      path: `/reservations/${encodeURIComponent(uuid)}/account`,
      isAlwaysFresh: true,
    },
    parseReservation
  )
  const { data } = reservation

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={t("reservations.details.title", { id: uuid })}
        badge={data && <ReservationBadge status={data.account?.status ?? data.record.status} />}
      />
      <Container className="p-0">
        {data ? (
          <ReservationView reservation={data} namesOrder />
        ) : reservation.isError ? (
          <LoadFailure
            title={t("reservations.failed")}
            error={reservation.error}
            isRetrying={reservation.isFetching}
            onRetry={() => void reservation.refetch()}
          />
        ) : (
          <LoadingRows label={t("reservations.loading")} rows={6} />
        )}
      </Container>
    </div>
  )
}
