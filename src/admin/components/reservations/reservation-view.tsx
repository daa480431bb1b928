import { Alert } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { OpenOperations } from "../operations/open-operations"
import { AwaitingApproval } from "./awaiting-approval"
import { CaptureDrawer } from "./capture-drawer"
import { ChargeDrawer } from "./charge-drawer"
import { CancelReservationDrawer, CompleteDrawer } from "./end-drawers"
import { HistoryDrawer } from "./history-drawer"
import { ResendReservationDrawer } from "./resend-drawer"
import { ReservationBar } from "./reservation-bar"
import type { Reservation } from "./reservation-data"
import { ReservationFacts } from "./reservation-facts"
import { MovementsTable, ReservationLinesTable } from "./reservation-tables"

type ReservationViewProps = {
  reservation: Reservation
  /** The currency of the order; the record's own when left out. */
  currencyCode?: string | undefined
  /** Whether the Medusa order is named, where it is not the page's own. */
  namesOrder?: boolean
}

/** One reservation: where its money is, its lines, captures and charges, and what can be done. */
export const ReservationView = ({
  reservation,
  currencyCode = reservation.record.currency_code ?? "nok",
  namesOrder = false,
}: ReservationViewProps) => {
  const { record, account, problem } = reservation
  const t = useTexts()
  const change = account && {
    uuid: record.remote_uuid,
    account,
    currencyCode,
    orderId: record.order_id ?? undefined,
  }

  return (
    <div className="divide-y">
      {problem && (
        <div className="px-6 py-4">
          <Alert variant="warning">
            {[t("reservations.notAsked"), problem.message, problem.advice].join(" ")}
          </Alert>
        </div>
      )}
      <OpenOperations subject_uuid={record.remote_uuid} />
      {account && <ReservationBar account={account} currencyCode={currencyCode} />}
      <ReservationFacts
        reservation={reservation}
        currencyCode={currencyCode}
        namesOrder={namesOrder}
      />
      {change && (
        <>
          <ReservationLinesTable account={change.account} currencyCode={currencyCode} />
          {change.account.movements.length > 0 && <MovementsTable {...change} />}
        </>
      )}
      <AwaitingApproval reservation={reservation} currencyCode={currencyCode} />
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        {change && (
          <>
            <CaptureDrawer {...change} />
            <ChargeDrawer {...change} />
            <ResendReservationDrawer {...change} />
            <CompleteDrawer {...change} />
            <CancelReservationDrawer {...change} />
          </>
        )}
        <HistoryDrawer uuid={record.remote_uuid} currencyCode={currencyCode} />
      </div>
    </div>
  )
}
