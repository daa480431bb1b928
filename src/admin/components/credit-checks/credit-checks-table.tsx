import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"

import { formatNumber } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { useTableState } from "../../lib/use-table-state"
import { RecordTable } from "../record-table"
import { ServiceDay } from "../service-day"
import { CheckCompanyDrawer } from "./check-company-drawer"
import { CheckPersonDrawer } from "./check-person-drawer"
import { type CreditCheck, parseCreditChecks } from "./credit-check-data"
import { pageOfChecks, rangeQuery } from "./list-range"
import { RiskBadge } from "./risk-badge"

const column = createDataTableColumnHelper<CreditCheck>()

/** The service's credit checks, of a time range or all. */
export const CreditChecksTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    filters: [
      {
        id: "created",
        type: "date",
        label: t("creditChecks.list.date"),
        options: [],
      },
    ],
  })
  const list = useEInvoiceQuery(
    {
      path: operationPath("credit-checks.list"),
      query: rangeQuery(state.query),
      keepsPrevious: true,
      isAlwaysFresh: true,
    },
    parseCreditChecks
  )
  const { search, pageIndex } = state.view

  return (
    <RecordTable
      title={t("creditChecks.list.title")}
      description={t("creditChecks.list.description")}
      level="h1"
      actions={
        <>
          <CheckCompanyDrawer />
          <CheckPersonDrawer variant="primary" />
        </>
      }
      state={state}
      list={{
        ...list,
        data: list.data && pageOfChecks(list.data, search, pageIndex, state.pageSize),
      }}
      columns={columns}
      rowId={(check) => check.uuid ?? JSON.stringify(check)}
      rowTo={({ uuid }) =>
        uuid === null ? undefined : `/e-invoice/credit-checks/${encodeURIComponent(uuid)}`
      }
      searchFor={t("creditChecks.list.searchFor")}
      empty={{
        heading: t("creditChecks.list.empty"),
        description: t("creditChecks.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("name", {
        header: t("creditChecks.list.name"),
        cell: ({ getValue }) => getValue() ?? t("fields.unknown"),
      }),
      column.accessor("organizationId", {
        header: t("creditChecks.list.kind"),
        cell: ({ getValue }) =>
          getValue()
            ? t("creditChecks.list.company", { number: getValue() ?? "" })
            : t("creditChecks.list.person"),
      }),
      column.accessor("riskLevel", {
        header: t("creditChecks.list.risk"),
        cell: ({ row: { original } }) => <RiskBadge check={original} />,
      }),
      column.accessor("score", {
        header: t("creditChecks.list.score"),
        headerAlign: "right",
        cell: ({ getValue }) => {
          const score = getValue()
          return (
            <div className="text-right tabular-nums">
              {score === null ? t("fields.unknown") : formatNumber(score)}
            </div>
          )
        },
      }),
      column.accessor("date", {
        header: t("creditChecks.list.date"),
        cell: ({ getValue }) => <ServiceDay on={getValue()} />,
      }),
    ],
    [t]
  )
}
