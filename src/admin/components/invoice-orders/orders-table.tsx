import { useMemo } from "react"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useTableState } from "../../lib/use-table-state"
import { RecordTable } from "../record-table"
import { orderColumns } from "./order-columns"
import { orderFilters } from "./order-filters"
import { orderTarget, parseOrderPage } from "./order-list"

/** All e-invoice orders of checkouts. */
export const OrdersTable = () => {
  const t = useTexts()
  const columns = useMemo(() => orderColumns(t), [t])
  const filters = useMemo(() => orderFilters(t), [t])
  const state = useTableState({
    filters,
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    { path: "/orders", query: state.query, keepsPrevious: true },
    parseOrderPage
  )

  return (
    <RecordTable
      title={t("invoiceOrders.title")}
      description={t("invoiceOrders.description")}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={orderTarget}
      searchFor={t("invoiceOrders.searchFor")}
      empty={{
        heading: t("invoiceOrders.empty.title"),
        description: t("invoiceOrders.empty.advice"),
      }}
    />
  )
}
