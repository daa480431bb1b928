import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useTableState } from "../../lib/use-table-state"
import { Moment } from "../moment"
import { RecordTable } from "../record-table"
import { parseRecordPage, type RememberedRecord } from "../subscriptions/subscription-data"
import { WebLink } from "../web-link"

const column = createDataTableColumnHelper<RememberedRecord>()

/** Verifications that were started from here, with their links: the service has no list of them. */
export const StartedTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    pageSize: 10,
    prefix: "started",
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/records",
      query: { ...state.query, kind: "company-check" },
      keepsPrevious: true,
    },
    parseRecordPage
  )

  return (
    <RecordTable
      title={t("companies.started.title")}
      description={t("companies.started.description")}
      level="h2"
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      empty={{
        heading: t("companies.started.empty"),
        description: t("companies.started.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("remote_uuid", {
        header: t("companies.started.id"),
      }),
      column.accessor("created_at", {
        header: t("companies.started.at"),
        enableSorting: true,
        cell: ({ getValue }) => {
          const at = getValue()
          return at === null ? t("fields.unknown") : <Moment at={at} />
        },
      }),
      column.accessor("payment_url", {
        header: t("companies.started.link"),
        cell: ({ getValue }) => {
          const url = getValue()
          return url === null ? t("fields.unknown") : <WebLink address={url} />
        },
      }),
    ],
    [t]
  )
}
