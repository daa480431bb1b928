import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useTableState } from "../../lib/use-table-state"
import { Amount } from "../amount"
import { Moment } from "../moment"
import { RecordTable } from "../record-table"
import { FollowDrawer } from "./follow-drawer"
import { ReservationBadge } from "./reservation-badge"
import { parseReservationPage, type RememberedReservation } from "./reservation-data"
import { reservationStatuses } from "./reservation-words"

const column = createDataTableColumnHelper<RememberedReservation>()

/** The reservations that are followed from here: the service has no list of them. */
export const ReservationsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    filters: [
      {
        id: "status",
        type: "select",
        label: t("reservations.list.status"),
        options: reservationStatuses.map(({ value, text }) => ({
          value,
          label: t(text),
        })),
      },
    ],
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    { path: "/reservations", query: state.query, keepsPrevious: true },
    parseReservationPage
  )

  return (
    <RecordTable
      title={t("reservations.list.title")}
      description={t("reservations.list.description")}
      actions={<FollowDrawer />}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={({ remote_uuid }) => `/e-invoice/reservations/${encodeURIComponent(remote_uuid)}`}
      searchFor={t("reservations.list.searchFor")}
      empty={{
        heading: t("reservations.list.empty"),
        description: t("reservations.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("remote_uuid", {
        header: t("reservations.list.id"),
        cell: ({ getValue }) => getValue(),
      }),
      column.accessor("status", {
        header: t("reservations.list.status"),
        enableSorting: true,
        sortLabel: t("reservations.list.status"),
        cell: ({ getValue }) => <ReservationBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("reservations.list.amount"),
        headerAlign: "right",
        enableSorting: true,
        sortLabel: t("reservations.list.amount"),
        cell: ({ row: { original } }) => (
          <div className="text-right">
            <Amount value={original.amount} currencyCode={original.currency_code ?? "nok"} />
          </div>
        ),
      }),
      column.accessor("last_checked_at", {
        header: t("fields.lastChecked"),
        enableSorting: true,
        sortLabel: t("fields.lastChecked"),
        cell: ({ getValue }) => {
          const at = getValue()
          return at ? <Moment at={at} /> : t("fields.never")
        },
      }),
      column.accessor("created_at", {
        header: t("reservations.list.created"),
        enableSorting: true,
        sortLabel: t("reservations.list.created"),
        cell: ({ getValue }) => {
          const at = getValue()
          return at ? <Moment at={at} /> : t("fields.unknown")
        },
      }),
    ],
    [t]
  )
}
