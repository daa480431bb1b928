import { Container, DataTable, Heading, Text, useDataTable } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link, useNavigate } from "react-router-dom"

import { useTexts } from "../lib/texts"
import type { TableState } from "../lib/use-table-state"
import { LoadFailure } from "./load-failure"
import { NamedControl } from "./named-control"

/** As `createDataTableColumnHelper` makes them. */
export type RecordColumns<Row> = Parameters<typeof useDataTable<Row>>[0]["columns"]

/** What the table needs of the query that fetches its rows. */
type RowsQuery<Row> = {
  readonly data: { readonly rows: readonly Row[]; readonly count: number } | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly isPending: boolean
  readonly refetch: () => unknown
}

type RecordTableProps<Row> = {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: string
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly state: TableState
  /** The result of `useEInvoiceQuery`, whose `parse` gives `{ rows, count }`. */
  readonly list: RowsQuery<Row>
  /**
   * Made with `createDataTableColumnHelper`; keep them stable with `useMemo` or outside the component. A column whose
   * `id` the server can sort by has `enableSorting: true`. Where rows lead somewhere, the first column is made the link.
   */
  readonly columns: RecordColumns<Row>
  readonly rowId: (row: Row) => string
  /** The page of a row's details, such as `/e-invoice/orders/${id}`; undefined for a row that leads nowhere. */
  readonly rowTo?: (row: Row) => string | undefined
  /** Whether the list can be searched, and what for: the placeholder of its search field. */
  readonly searchFor?: string
  /** What stands there while there is nothing at all. */
  readonly empty: {
    readonly heading: string
    readonly description: string
    /** Instead of both: for an empty state with a button. */
    readonly custom?: ReactNode
  }
  /** Heading level: 1 for a page's own list, 2 for a section. */
  readonly level?: "h1" | "h2"
}

/** Medusa's table hands its own row to a click, whatever its types say. */
const originalOf = <Row,>(row: Row | { readonly original: Row }): Row =>
  typeof row === "object" && row !== null && "original" in row ? row.original : (row as Row)

const withLinks = <Row,>(
  [first, ...others]: RecordColumns<Row>,
  rowTo: ((row: Row) => string | undefined) | undefined
): RecordColumns<Row> => {
  if (!first || !rowTo) {
    return first ? [first, ...others] : []
  }
  const { cell } = first
  const linked: RecordColumns<Row>[number] = {
    ...first,
    cell: (context) => {
      const content = typeof cell === "function" ? cell(context) : String(context.getValue())
      const to = rowTo(context.row.original)
      return to === undefined ? (
        content
      ) : (
        <Link
          to={to}
          className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm outline-none"
          onClick={(event) => event.stopPropagation()}
        >
          {content}
        </Link>
      )
    },
  }
  return [linked, ...others]
}

/**
 * A list page made on Medusa's `DataTable`: filter, search, sort, page, all kept in the address bar; loading, empty,
 * nothing found and failed states. A click on a row opens its details; by keyboard, the first column's link does.
 */
export const RecordTable = <Row,>({
  title,
  description,
  actions,
  state,
  list,
  columns,
  rowId,
  rowTo,
  searchFor,
  empty,
  level = "h1",
}: RecordTableProps<Row>) => {
  const t = useTexts()
  const navigate = useNavigate()
  const { view, filters, pageSize, show } = state

  const instance = useDataTable<Row>({
    data: [...(list.data?.rows ?? [])],
    columns: withLinks(columns, rowTo),
    filters: [...filters],
    getRowId: rowId,
    rowCount: list.data?.count ?? 0,
    isLoading: list.isPending,
    // The page is kept in the address: the table must not turn it back by itself.
    autoResetPageIndex: false,
    filtering: {
      state: view.filters,
      onFilteringChange: (next) => show({ filters: next }),
    },
    sorting: {
      state: view.sorting,
      onSortingChange: (sorting) => show({ sorting: sorting ?? null }),
    },
    pagination: {
      state: { pageIndex: view.pageIndex, pageSize },
      onPaginationChange: ({ pageIndex }) => show({ pageIndex }),
    },
    ...(searchFor !== undefined && {
      search: {
        state: view.search,
        onSearchChange: (search: string) => show({ search }),
      },
    }),
    ...(rowTo && {
      onRowClick: (_event, row) => {
        const to = rowTo(originalOf(row))
        if (to !== undefined) {
          void navigate(to)
        }
      },
    }),
  })

  const hasSorting = columns.some(({ enableSorting }) => enableSorting)

  return (
    <Container className="divide-y p-0">
      <DataTable instance={instance}>
        <DataTable.Toolbar
          className="flex flex-wrap items-center justify-between gap-4"
          translations={{ clearAll: t("forms.table.clearAll") }}
        >
          <div>
            <Heading level={level}>{title}</Heading>
            {description && (
              <Text size="small" className="text-ui-fg-subtle mt-1">
                {description}
              </Text>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {searchFor !== undefined && (
              <NamedControl>
                <DataTable.Search
                  placeholder={searchFor}
                  aria-label={`${t("forms.table.search")}: ${searchFor}`}
                />
              </NamedControl>
            )}
            {filters.length > 0 && (
              <NamedControl label={t("forms.table.filter")}>
                <DataTable.FilterMenu tooltip={t("forms.table.filter")} />
              </NamedControl>
            )}
            {hasSorting && (
              <NamedControl label={t("forms.table.sort")}>
                <DataTable.SortingMenu tooltip={t("forms.table.sort")} />
              </NamedControl>
            )}
            {actions}
          </div>
        </DataTable.Toolbar>
        {list.error !== null && list.data === undefined ? (
          <LoadFailure
            title={t("forms.table.failed")}
            error={list.error}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <>
            <DataTable.Table
              emptyState={{
                empty,
                filtered: {
                  heading: t("forms.table.nothingFound"),
                  description: t("forms.table.nothingFoundAdvice"),
                },
              }}
            />
            <DataTable.Pagination
              translations={{
                of: t("forms.table.of"),
                results: t("forms.table.results"),
                pages: t("forms.table.pages"),
                prev: t("forms.table.previous"),
                next: t("forms.table.next"),
              }}
            />
          </>
        )}
      </DataTable>
    </Container>
  )
}
