import { createDataTableColumnHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"

import { type RecordColumns, RecordTable, useTableState } from "../components/table"
import { Moment } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { type Translate, useTexts } from "../lib/texts"
import { type Callback, readCallbackPage } from "./data"
import { CallbackOutcome, CallbackStateBadge, CallbackSubject, SaidStatus } from "./page"

const column = createDataTableColumnHelper<Callback>()

const columnsOf = (t: Translate): RecordColumns<Callback> => [
  column.accessor("created_at", {
    header: t("callbacks.columns.received"),
    enableSorting: true,
    cell: ({ getValue, row }) => {
      const at = getValue()
      return at === null ? row.original.id : <Moment at={at} />
    },
  }),
  column.display({
    id: "subject",
    header: t("callbacks.columns.subject"),
    cell: ({ row }) => <CallbackSubject subject={row.original.subject} />,
  }),
  column.accessor("said", {
    header: t("callbacks.columns.said"),
    cell: ({ getValue }) => <SaidStatus status={getValue()} />,
  }),
  column.accessor("state", {
    header: t("callbacks.columns.state"),
    enableSorting: true,
    cell: ({ getValue }) => <CallbackStateBadge state={getValue()} />,
  }),
  column.accessor("outcome", {
    header: t("callbacks.columns.outcome"),
    cell: ({ getValue }) => <CallbackOutcome outcome={getValue()} />,
  }),
]

const filtersOf = (t: Translate): DataTableFilter[] => [
  {
    id: "created_at",
    type: "date",
    label: t("callbacks.columns.received"),
    options: [],
  },
  {
    id: "state",
    type: "select",
    label: t("callbacks.columns.state"),
    options: [
      { value: "received", label: t("callbacks.state.received") },
      { value: "processed", label: t("callbacks.state.processed") },
      { value: "failed", label: t("callbacks.state.failed") },
    ],
  },
]

/** The inbox: every call with which the service reported something. */
export const CallbacksTable = () => {
  const t = useTexts()
  const columns = useMemo(() => columnsOf(t), [t])
  const filters = useMemo(() => filtersOf(t), [t])
  const state = useTableState({
    filters,
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    { path: "/callbacks", query: state.query, keepsPrevious: true, isFollowed: true },
    readCallbackPage
  )

  return (
    <RecordTable
      title={t("callbacks.title")}
      description={t("callbacks.description")}
      file={{ path: "/callbacks", name: "callbacks" }}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={({ id }) => `/e-invoice/callbacks/${id}`}
      searchFor={t("callbacks.searchFor")}
      empty={{
        heading: t("callbacks.empty.title"),
        description: t("callbacks.empty.advice"),
      }}
    />
  )
}
