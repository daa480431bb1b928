import { ExclamationCircleSolid } from "@medusajs/icons"
import { createDataTableColumnHelper, Tooltip } from "@medusajs/ui"
import { useMemo } from "react"

import { OrderStatusBadge } from "../components/badges"
import { CustomerCell } from "../components/customer"
import { DueDate } from "../components/due"
import { type RecordColumns, RecordTable, useTableState } from "../components/table"
import { Amount, Moment } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { type Translate, useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, orderTarget, readOrderPage } from "./data"
import { orderFilters, orderName, warningWords } from "./words"

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
    { path: "/orders", query: state.query, keepsPrevious: true, isFollowed: true },
    readOrderPage
  )

  return (
    <RecordTable
      title={t("invoiceOrders.title")}
      description={t("invoiceOrders.description")}
      file={{ path: "/orders", name: "invoice-orders" }}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={orderTarget}
      searchFor={t("invoiceOrders.searchFor")}
      startsWithSearch
      empty={{
        heading: t("invoiceOrders.empty.title"),
        description: t("invoiceOrders.empty.advice"),
      }}
    />
  )
}

const column = createDataTableColumnHelper<EInvoiceOrderSummary>()

/** What is shown of each invoice order in the list. */
const orderColumns = (t: Translate): RecordColumns<EInvoiceOrderSummary> => [
  column.display({
    id: "reference_no",
    header: t("fields.order"),
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-x-1.5">
        {orderName(t, original) ?? original.remote_order_uuid ?? original.id}
        <AttentionMark order={original} t={t} />
      </span>
    ),
  }),
  column.accessor("customer", {
    header: t("fields.customer"),
    cell: ({ getValue }) => <CustomerCell customer={getValue()} />,
  }),
  column.accessor("created_at", {
    header: t("invoiceOrders.columns.created"),
    enableSorting: true,
    cell: ({ getValue }) => <OptionalMoment at={getValue()} />,
  }),
  column.accessor("remote_status", {
    header: t("invoiceOrders.columns.status"),
    enableSorting: true,
    cell: ({ row: { original } }) => <OrderStatusBadge order={original} />,
  }),
  column.accessor("grand_total", {
    header: t("invoiceOrders.columns.amount"),
    enableSorting: true,
    headerAlign: "right",
    cell: ({ row: { original } }) => (
      <span className="block w-full text-right">
        <Amount value={original.grand_total} currencyCode={original.currency_code} />
      </span>
    ),
  }),
  column.accessor("due_at", {
    header: t("fields.due"),
    cell: ({ row: { original } }) => (
      <DueDate at={original.due_at} isOverdue={original.is_overdue} />
    ),
  }),
  column.accessor("invoice_number", {
    header: t("fields.invoiceNumber"),
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("last_checked_at", {
    header: t("fields.lastChecked"),
    enableSorting: true,
    cell: ({ getValue }) => <OptionalMoment at={getValue()} />,
  }),
]

const OptionalMoment = ({ at }: { at: string | null }) =>
  at === null ? <>–</> : <Moment at={at} />

type AttentionMarkProps = {
  order: Pick<EInvoiceOrderSummary, "attention" | "state" | "warnings">
  t: Translate
}

/** Says that an order waits for staff, and why. */
const AttentionMark = ({ order, t }: AttentionMarkProps) => {
  // Of what waits, the first warning says the most severe, and of an order that has ended who ended it.
  const [reason] = order.state === "in_doubt" || order.attention !== null ? order.warnings : []
  if (reason === undefined) {
    return null
  }
  const title = t(warningWords[reason].title)
  return (
    <Tooltip content={title}>
      <span>
        <ExclamationCircleSolid aria-hidden className="text-ui-tag-orange-icon" />
        <span className="sr-only">{title}</span>
      </span>
    </Tooltip>
  )
}
