import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import type { OperationId } from "../../api/admin/e-invoice/answers"
import { SubscriptionBadge } from "../components/badges"
import { CustomerCell } from "../components/customer"
import { RecordTable, type TableState, useTableState } from "../components/table"
import { Amount, ServiceDay } from "../components/values"
import { operationPath } from "../lib/operations"
import type { Period } from "../lib/periods"
import { useEInvoiceQuery, useInStepWithRecords } from "../lib/queries"
import type { AdminQuery } from "../lib/request"
import { useTexts } from "../lib/texts"
import { CreateFromOrderDrawer } from "./create"
import {
  frequencyWords,
  readRecordPage,
  readSubscriptionPage,
  type RememberedRecord,
  serviceListQuery,
  type SubscriptionRow,
} from "./data"

const column = createDataTableColumnHelper<SubscriptionRow>()

/** The service's own list of subscriptions, of every origin. */
export const SubscriptionsTable = () => {
  const t = useTexts()
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
    readSubscriptionPage
  )
  const columns = useColumns(useRemembered(list.data?.rows ?? []))
  useInStepWithRecords(
    {
      kind: "subscription",
      remote_uuid: list.data?.rows.map(({ subscriptionUuid }) => subscriptionUuid),
    },
    list.refetch
  )

  return (
    <RecordTable
      title={t("subscriptions.list.title")}
      description={t("subscriptions.list.description")}
      level="h1"
      actions={<CreateFromOrderDrawer />}
      file={serviceFile("subscriptions.list", "subscriptions", state)}
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

/** What the store knows of the subscriptions of a page that were made from here, by their identifier at the service. */
const useRemembered = (rows: readonly SubscriptionRow[]): ReadonlyMap<string, RememberedRecord> => {
  const { data } = useEInvoiceQuery(
    {
      path: "/records",
      query: {
        kind: "subscription",
        remote_uuid: rows.map(({ subscriptionUuid }) => subscriptionUuid),
        limit: 200,
      },
      isEnabled: rows.length > 0,
      keepsPrevious: true,
    },
    readRecordPage
  )
  return useMemo(
    () => new Map(data?.rows.map((record) => [record.remote_uuid, record] as const)),
    [data]
  )
}

const useColumns = (remembered: ReadonlyMap<string, RememberedRecord>) => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("customerName", {
        header: t("subscriptions.list.customer"),
        cell: ({ row: { original } }) => {
          const customer = remembered.get(original.subscriptionUuid)?.customer
          return (
            <CustomerCell
              customer={{
                id: null,
                name: original.customerName ?? customer?.name ?? original.subscriptionUuid,
                email: customer?.email ?? null,
                company: customer?.company ?? null,
              }}
            />
          )
        },
      }),
      column.display({
        id: "order",
        header: t("fields.order"),
        cell: ({ row: { original } }) =>
          remembered.get(original.subscriptionUuid)?.order_number ?? "–",
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
    [t, remembered]
  )
}

/** A list of the service's as a file. */
export const serviceFile = (operation: OperationId, name: string, state: TableState) => ({
  path: operationPath(operation),
  name,
  // Medusa's words for filters mean nothing to the service.
  query: { q: undefined, created: undefined, ...serviceListQuery(state.query, 0), page: undefined },
  within: ({ from, to }: Period) =>
    serviceListQuery(
      { created: { $gte: from.toISOString(), $lte: new Date(to.getTime() - 1).toISOString() } },
      0
    ),
})

type ServicePage<Row> = { rows: Row[]; count: number; limit: number }

/**
 * A list that the service itself keeps, by its own pages: their size is the service's, so the table reads it from the
 * answer.
 */
export const useServiceList = <Row,>(
  /** The operation that lists. */
  operation: OperationId,
  state: TableState,
  read: (answer: never) => ServicePage<Row>,
  more: AdminQuery = {}
) => {
  const list = useEInvoiceQuery(
    {
      path: operationPath(operation),
      query: {
        ...serviceListQuery(state.query, state.view.pageIndex),
        ...more,
      },
      keepsPrevious: true,
      isAlwaysFresh: true,
    },
    read
  )
  return {
    list,
    state: { ...state, pageSize: list.data?.limit || state.pageSize },
  }
}
