import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useTableState } from "../../lib/use-table-state"
import { Amount } from "../amount"
import { RecordTable } from "../record-table"
import { ServiceDay } from "../service-day"
import { CreateFromOrderDrawer } from "./create-from-order-drawer"
import { SubscriptionBadge } from "./subscription-badges"
import { parseSubscriptionPage, type SubscriptionRow } from "./subscription-data"
import { frequencyWords } from "./subscription-words"
import { useServiceList } from "./use-service-list"

const column = createDataTableColumnHelper<SubscriptionRow>()

/** The service's own list of subscriptions, whoever made them. */
export const SubscriptionsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const { list, state } = useServiceList(
    "subscriptions.list",
    useTableState({
      filters: [
        {
          id: "status",
          type: "radio",
          label: t("subscriptions.list.status"),
          options: [
            { value: "SENT", label: t("subscriptions.status.sent") },
            { value: "ONGOING", label: t("subscriptions.status.ongoing") },
            { value: "COMPLETED", label: t("subscriptions.status.completed") },
            { value: "CANCELLED", label: t("subscriptions.status.cancelled") },
          ],
        },
        {
          id: "created",
          type: "date",
          label: t("subscriptions.list.created"),
          options: [],
        },
      ],
    }),
    parseSubscriptionPage
  )

  return (
    <RecordTable
      title={t("subscriptions.list.title")}
      description={t("subscriptions.list.description")}
      level="h1"
      actions={<CreateFromOrderDrawer />}
      state={state}
      list={list}
      columns={columns}
      rowId={({ subscriptionUuid }) => subscriptionUuid}
      rowTo={({ subscriptionUuid }) =>
        `/e-invoice/subscriptions/${encodeURIComponent(subscriptionUuid)}`
      }
      searchFor={t("subscriptions.list.searchFor")}
      empty={{
        heading: t("subscriptions.list.empty"),
        description: t("subscriptions.list.emptyAdvice"),
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
        cell: ({ row: { original } }) => original.customerName ?? original.subscriptionUuid,
      }),
      column.accessor("status", {
        header: t("subscriptions.list.status"),
        cell: ({ getValue }) => <SubscriptionBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("subscriptions.list.perCycle"),
        headerAlign: "right",
        cell: ({ row: { original } }) => (
          <div className="text-right">
            <Amount value={original.amount} currencyCode={original.currency ?? "NOK"} />
          </div>
        ),
      }),
      column.accessor("frequency", {
        header: t("subscriptions.list.frequency"),
        cell: ({ getValue }) => {
          const words = frequencyWords(getValue() ?? "")
          return words ? t(words) : (getValue() ?? t("fields.unknown"))
        },
      }),
      column.accessor("numberOfPaidCycles", {
        header: t("subscriptions.list.paidCycles"),
        cell: ({ row: { original } }) =>
          t("subscriptions.list.paidOf", {
            paid: original.numberOfPaidCycles ?? t("fields.unknown"),
            repeats: original.repeats ?? t("fields.unknown"),
          }),
      }),
      column.accessor("createdAt", {
        header: t("subscriptions.list.created"),
        cell: ({ getValue }) => <ServiceDay on={getValue()} />,
      }),
    ],
    [t]
  )
}
