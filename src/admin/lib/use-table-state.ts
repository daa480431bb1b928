import type { DataTableFilter, DataTableSortingState } from "@medusajs/ui"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"

import type { AdminQuery } from "./admin-request"
import {
  isEmptyFilter,
  readTableView,
  type TableView,
  writeSorting,
  writeTableView,
} from "./table-address"

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
  /** Shows something else; any change but that of the page goes back to the first page. */
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
