import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useTableState } from "../../lib/use-table-state"
import { Amount } from "../amount"
import { RecordTable } from "../record-table"
import { ServiceDay } from "../service-day"
import { CycleBadge } from "./subscription-badges"
import { type FailedPaymentRow, parseFailedPaymentPage } from "./subscription-data"
import { useServiceList } from "./use-service-list"

const column = createDataTableColumnHelper<FailedPaymentRow>()

/** The service's own list of cycles whose card payment failed, and what became of them. */
export const FailedPaymentsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const { list, state } = useServiceList(
    "subscriptions.failed-list",
    useTableState({
      filters: [
        {
          id: "status",
          type: "radio",
          label: t("subscriptions.failed.status"),
          options: [
            {
              value: "invoiced",
              label: t("subscriptions.cycleStatus.invoiced"),
            },
            {
              value: "debtCollection",
              label: t("subscriptions.cycleStatus.debtCollection"),
            },
            { value: "paid", label: t("subscriptions.cycleStatus.paid") },
          ],
        },
        {
          id: "created",
          type: "date",
          label: t("subscriptions.failed.date"),
          options: [],
        },
      ],
    }),
    parseFailedPaymentPage
  )

  return (
    <RecordTable
      title={t("subscriptions.failed.title")}
      description={t("subscriptions.failed.description")}
      level="h1"
      state={state}
      list={list}
      columns={columns}
      rowId={({ orderUuid }) => orderUuid}
      rowTo={({ orderUuid }) => `/e-invoice/failed-payments/${encodeURIComponent(orderUuid)}`}
      searchFor={t("subscriptions.list.searchFor")}
      empty={{
        heading: t("subscriptions.failed.empty"),
        description: t("subscriptions.failed.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("customerName", {
        header: t("subscriptions.list.customer"),
        cell: ({ row: { original } }) => original.customerName ?? original.orderUuid,
      }),
      column.accessor("status", {
        header: t("subscriptions.failed.status"),
        cell: ({ getValue }) => <CycleBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("subscriptions.failed.amount"),
        headerAlign: "right",
        cell: ({ row: { original } }) => (
          <div className="text-right">
            <Amount value={original.amount} currencyCode={original.currency ?? "NOK"} />
          </div>
        ),
      }),
      column.accessor("orderDate", {
        header: t("subscriptions.failed.date"),
        cell: ({ getValue }) => <ServiceDay on={getValue()} />,
      }),
      column.accessor("orderUuid", { header: t("subscriptions.failed.id") }),
    ],
    [t]
  )
}
