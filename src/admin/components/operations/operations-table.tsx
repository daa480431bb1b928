import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useTableState } from "../../lib/use-table-state"
import { ActorName } from "../actor-name"
import { Moment } from "../moment"
import { RecordTable } from "../record-table"
import { type LoggedOperation, parseOperationPage } from "./operation-data"
import { OperationSubject } from "./operation-subject"
import { operationPage } from "./operation-target"
import { useOperationName } from "./use-operation-name"

const column = createDataTableColumnHelper<LoggedOperation>()

/** Everything of which nobody knows whether it took effect at the service. */
export const OperationsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/operation-log",
      query: { ...state.query, state: "in_doubt" },
      keepsPrevious: true,
      isAlwaysFresh: true,
    },
    parseOperationPage
  )

  return (
    <RecordTable
      title={t("operations.list.title")}
      description={t("operations.list.description")}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={({ id }) => operationPage(id)}
      searchFor={t("operations.list.searchFor")}
      empty={{
        heading: t("operations.list.empty"),
        description: t("operations.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  const nameOf = useOperationName()
  return useMemo(
    () => [
      column.accessor("operation", {
        header: t("operations.list.what"),
        cell: ({ getValue }) => nameOf(getValue()),
      }),
      column.display({
        id: "subject",
        header: t("operations.list.about"),
        cell: ({ row }) => <OperationSubject operation={row.original} />,
      }),
      column.accessor("created_at", {
        header: t("operations.list.since"),
        enableSorting: true,
        cell: ({ getValue }) => {
          const at = getValue()
          return at === null ? t("fields.unknown") : <Moment at={at} />
        },
      }),
      column.accessor("actor", {
        header: t("operations.list.by"),
        cell: ({ getValue }) => <ActorName actor={getValue()} />,
      }),
    ],
    [t, nameOf]
  )
}
