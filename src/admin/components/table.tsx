import {
  Alert,
  clx,
  Container,
  DataTable,
  type DataTableFilter,
  type DataTableSortingState,
  Heading,
  Table,
  Text,
  useDataTable,
} from "@medusajs/ui"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Link, useHref, useNavigate, useSearchParams } from "react-router-dom"

import type { AdminQuery } from "../lib/request"
import {
  isEmptyFilter,
  readTableView,
  type TableView,
  writeSorting,
  writeTableView,
} from "../lib/table-address"
import { useTexts } from "../lib/texts"
import { type ExportSource, ExportMenu } from "./export-menu"
import { LoadFailure, OutOfDate } from "./section"

/** As `createDataTableColumnHelper` makes them. */
export type RecordColumns<Row> = Parameters<typeof useDataTable<Row>>[0]["columns"]

/** What the table needs of the query that fetches its rows. */
type RowsQuery<Row> = {
  readonly data:
    | {
        readonly rows: readonly Row[]
        readonly count: number
        /** Whether more match a search than could be followed. */
        readonly isCut?: true | undefined
      }
    | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly isPending: boolean
  readonly isRefetchError: boolean
  readonly refetch: () => unknown
}

type RecordTableProps<Row> = {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: string
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  /** Where the list is read as a file; its filters and its search are added. */
  readonly file?: Omit<ExportSource, "query"> & { readonly query?: AdminQuery }
  readonly state: TableState
  /** The result of `useEInvoiceQuery`, whose `read` gives `{ rows, count, isCut }`. */
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
  /** Whether the search field has the focus when the page opens: most come to search. */
  readonly startsWithSearch?: boolean
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
 * A list page: filter, search, sort and page, all kept in the address; loading, empty, nothing found and failed states.
 * A click on a row opens its details, with Ctrl or Cmd in a new tab; by keyboard, the first column's link does.
 *
 * Built on the `DataTable` of Medusa's UI package: the dashboard's wrapper of it shows no failed state, and stays on its
 * page when a filter changes.
 */
export const RecordTable = <Row,>({
  title,
  description,
  actions,
  file,
  state,
  list,
  columns,
  rowId,
  rowTo,
  searchFor,
  startsWithSearch = false,
  empty,
  level = "h1",
}: RecordTableProps<Row>) => {
  const t = useTexts()
  const navigate = useNavigate()
  const base = useHref("/").replace(/\/$/, "")
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
      onRowClick: (event, row) => {
        const to = rowTo(originalOf(row))
        if (to === undefined) {
          return
        }
        if (event.metaKey || event.ctrlKey) {
          window.open(`${base}${to}`, "_blank", "noreferrer")
        } else {
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
                  autoFocus={startsWithSearch && view.search === ""}
                  // What can be searched for is read from start to end, where the window has the room.
                  className={clx("w-[70vw]", searchFor.length > 30 ? "sm:w-96" : "sm:w-64")}
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
            {file && <ExportMenu {...file} query={{ ...state.query, ...file.query }} />}
            {actions}
          </div>
        </DataTable.Toolbar>
        {list.error !== null && list.data === undefined ? (
          <LoadFailure title={t("forms.table.failed")} query={list} />
        ) : (
          <>
            <OutOfDate query={list} />
            {list.data?.isCut && (
              <div className="px-6 py-4">
                <Alert variant="warning">{t("forms.table.searchCut")}</Alert>
              </div>
            )}
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

/** What stands above a column. */
type ColumnHead = {
  readonly text: string
  /** Numbers stand at the right, so that their digits can be compared. */
  readonly isNumber?: boolean
  /** Said to screen readers only, as of a column of buttons. */
  readonly isUnseen?: boolean
}

type ScrolledTableProps = {
  title: string
  heads: readonly ColumnHead[]
  /** Its rows. */
  children: ReactNode
}

/** A table that scrolls sideways where it is wider than the page, also by keyboard. */
export const ScrolledTable = ({ title, heads, children }: ScrolledTableProps) => (
  <div className="overflow-x-auto" role="group" tabIndex={0} aria-label={title}>
    {/* On a phone a name takes several lines, which Medusa's cells leave no space around. */}
    <Table aria-label={title} className="[&_td]:py-2 [&_th]:py-2">
      <Table.Header>
        <Table.Row>
          {heads.map(({ text, isNumber, isUnseen }) => (
            <Table.HeaderCell key={text} scope="col" className={isNumber ? "text-right" : ""}>
              {isUnseen ? <span className="sr-only">{text}</span> : text}
            </Table.HeaderCell>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>{children}</Table.Body>
    </Table>
  </div>
)

type NamedControlProps = {
  /** What a screen reader calls the button inside. */
  label?: string
  children: ReactNode
}

/**
 * Gives a control of Medusa's table what it lacks for screen readers: a name for its button, and no mention of pictures
 * that only decorate.
 */
export const NamedControl = ({ label, children }: NamedControlProps) => {
  const ref = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (label !== undefined) {
      ref.current?.querySelector("button")?.setAttribute("aria-label", label)
    }
    ref.current
      ?.querySelectorAll('[role="img"]:not([aria-label])')
      .forEach((picture) => picture.setAttribute("aria-hidden", "true"))
  })

  return (
    <span ref={ref} className="contents">
      {children}
    </span>
  )
}

type TableOptions = {
  /** Filters of the list, as `createDataTableFilterHelper` makes them or written out; their `id` is the query's name. */
  readonly filters?: readonly DataTableFilter[]
  /** Rows of a page; 20 when left out. */
  readonly pageSize?: number
  /** The order while the person chose none, such as `{ id: "created_at", desc: true }`. */
  readonly defaultSorting?: DataTableSortingState
  /** Needed where a page has more than one list: stands before its names in the address. */
  readonly prefix?: string
}

export type TableState = {
  /** What to ask the server for: `limit`, `offset`, `order`, `q` and each filter by its id. */
  readonly query: AdminQuery
  readonly view: TableView
  readonly filters: readonly DataTableFilter[]
  readonly pageSize: number
  /** Shows something else; any change but that of the page returns to the first page. */
  readonly show: (change: Partial<TableView>) => void
}

/**
 * What a list shows, kept in the address bar, so that it survives going back, reloading and sending the address to a
 * colleague. Give it to `RecordTable`, and its `query` to `useEInvoiceQuery` with `keepsPrevious`.
 */
export const useTableState = ({
  filters = [],
  pageSize = 20,
  defaultSorting,
  prefix = "",
}: TableOptions = {}): TableState => {
  const sorting = defaultSorting ?? null
  const [address, setAddress] = useSearchParams()
  // A filter that was opened and says nothing yet has no place in the address.
  const [emptyFilters, setEmptyFilters] = useState<TableView["filters"]>({})
  const view = readTableView(address, prefix, filters, sorting)

  const show = (change: Partial<TableView>) => {
    if (change.filters) {
      setEmptyFilters(
        Object.fromEntries(
          Object.entries(change.filters).filter(([, value]) => isEmptyFilter(value))
        )
      )
    }
    setAddress(
      (current) =>
        writeTableView(current, prefix, filters, sorting, {
          ...readTableView(current, prefix, filters, sorting),
          pageIndex: 0,
          ...change,
        }),
      { replace: true }
    )
  }

  return {
    query: {
      limit: pageSize,
      offset: view.pageIndex * pageSize,
      ...(view.sorting && { order: writeSorting(view.sorting) }),
      ...(view.search && { q: view.search }),
      ...view.filters,
    },
    view: { ...view, filters: { ...emptyFilters, ...view.filters } },
    filters,
    pageSize,
    show,
  }
}
