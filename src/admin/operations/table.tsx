import { Alert, createDataTableColumnHelper, Text } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"

import { CustomerCell } from "../components/customer"
import { Section } from "../components/section"
import { RecordTable, useTableState } from "../components/table"
import { ActorName, Moment } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { type LoggedOperation, operationPage, readOperationPage } from "./data"
import { OperationSubject, useOperationName } from "./names"
import { SettleButtons } from "./settle"

const column = createDataTableColumnHelper<LoggedOperation>()

/** Every operation in doubt. */
export const OperationsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    filters: [
      {
        id: "created_at",
        type: "date",
        label: t("operations.list.since"),
        options: [],
      },
    ],
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/operation-log",
      query: { ...state.query, state: "in_doubt" },
      keepsPrevious: true,
      isFollowed: true,
    },
    readOperationPage
  )

  return (
    <RecordTable
      title={t("operations.list.title")}
      description={t("operations.list.description")}
      file={{ path: "/operation-log", name: "operations-in-doubt", query: { state: "in_doubt" } }}
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
      column.accessor("customer", {
        header: t("fields.customer"),
        cell: ({ getValue }) => <CustomerCell customer={getValue()} />,
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

/** What a page is about, as the operation log is asked for it. */
type OperationsOf =
  | { readonly subject_uuid: string }
  | { readonly order_id: string }
  | { readonly customer_id: string }
  | { readonly e_invoice_order_id: string }

/** Operations in doubt of one subject; undefined while they load. */
const useOpenOperations = (of: OperationsOf): readonly LoggedOperation[] | undefined =>
  useEInvoiceQuery(
    {
      path: "/operation-log",
      query: { ...of, state: "in_doubt", limit: 20 },
      isFollowed: true,
    },
    readOperationPage
  ).data?.rows

/** Operations in doubt on the page of what they are about: nothing while there is none. */
export const OpenOperations = (of: OperationsOf) => (
  <OperationsInDoubt operations={useOpenOperations(of) ?? []} />
)

/** Operations in doubt with what is known, and what staff can record of each. */
const OperationsInDoubt = ({ operations }: { operations: readonly LoggedOperation[] }) => {
  const t = useTexts()
  const nameOf = useOperationName()

  return operations.map((operation) => {
    const { id, actor, created_at } = operation
    return (
      <div key={id} className="flex flex-col gap-y-3 px-6 py-4">
        <Alert variant="warning">
          <Text size="small" weight="plus">
            {t("operations.notice.title", {
              operation: nameOf(operation.operation),
            })}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("operations.notice.advice")}
          </Text>
        </Alert>
        <div className="text-ui-fg-subtle txt-compact-small flex flex-wrap gap-x-4 gap-y-1">
          {created_at && (
            <span>
              {t("operations.list.since")} <Moment at={created_at} />
            </span>
          )}
          <span>
            {t("operations.list.by")} <ActorName actor={actor} />
          </span>
          <Link
            to={operationPage(id)}
            className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none"
          >
            {t("operations.notice.details")}
          </Link>
        </div>
        <SettleButtons operation={operation} />
      </div>
    )
  })
}

/** Operations in doubt in a section of their own; nothing while there is none. */
export const OpenOperationsSection = (of: OperationsOf) => {
  const t = useTexts()
  const operations = useOpenOperations(of) ?? []

  return operations.length > 0 ? (
    <Section title={t("operations.list.title")}>
      <OperationsInDoubt operations={operations} />
    </Section>
  ) : null
}
