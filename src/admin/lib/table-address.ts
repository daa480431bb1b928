import type { DataTableFilter, DataTableSortingState } from "@medusajs/ui"

/** What a list shows: its page, order, search and filters. */
export type TableView = {
  /** From 0. */
  readonly pageIndex: number
  readonly sorting: DataTableSortingState | null
  readonly search: string
  readonly filters: Readonly<Record<string, unknown>>
}

/** The names of a list's parameters in the address, so that two lists on a page do not share them. */
const named = (prefix: string, name: string) => (prefix === "" ? name : `${prefix}_${name}`)

/**
 * Reads what a list shows from the page's address.
 *
 * @param sorting the list's own order, while the address names none
 */
export const readTableView = (
  address: URLSearchParams,
  prefix: string,
  filters: readonly DataTableFilter[],
  sorting: DataTableSortingState | null
): TableView => {
  const page = Number(address.get(named(prefix, "page")))
  const order = address.get(named(prefix, "order"))
  return {
    pageIndex: Number.isInteger(page) && page > 1 ? page - 1 : 0,
    sorting: order ? readSorting(order) : sorting,
    search: address.get(named(prefix, "q")) ?? "",
    filters: Object.fromEntries(
      filters.flatMap((filter) => {
        const value = readFilter(filter, address, named(prefix, filter.id))
        return value === undefined ? [] : [[filter.id, value]]
      })
    ),
  }
}

/** `-created_at` is the newest first. */
const readSorting = (order: string): DataTableSortingState =>
  order.startsWith("-") ? { id: order.slice(1), desc: true } : { id: order, desc: false }

/** A list's order as Medusa's lists take it: `-created_at`. */
export const writeSorting = ({ id, desc }: DataTableSortingState): string => (desc ? `-${id}` : id)

const readFilter = ({ type }: DataTableFilter, address: URLSearchParams, name: string): unknown => {
  const values = address.getAll(name)
  const [value] = values
  if (value === undefined) {
    return undefined
  }
  switch (type) {
    case "multiselect":
    case "select":
      return values
    case "date":
    case "number":
    case "custom":
      return readJson(value)
    case "radio":
    case "string":
      return value
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The address with what a list shows written into it; everything else in it stays.
 *
 * @param sorting the list's own order, which the address does not name
 */
export const writeTableView = (
  address: URLSearchParams,
  prefix: string,
  filters: readonly DataTableFilter[],
  sorting: DataTableSortingState | null,
  view: TableView
): URLSearchParams => {
  const next = new URLSearchParams(address)
  const put = (name: string, values: readonly string[]) => {
    next.delete(named(prefix, name))
    values
      .filter((value) => value !== "")
      .forEach((value) => next.append(named(prefix, name), value))
  }
  put("page", view.pageIndex > 0 ? [String(view.pageIndex + 1)] : [])
  const order = view.sorting ? writeSorting(view.sorting) : ""
  put("order", sorting && order === writeSorting(sorting) ? [] : [order])
  put("q", [view.search])
  for (const { id } of filters) {
    put(id, writeFilter(view.filters[id]))
  }
  return next
}

/** Whether a filter has been opened but says nothing yet. */
export const isEmptyFilter = (value: unknown): boolean => writeFilter(value).join("") === ""

const writeFilter = (value: unknown): string[] => {
  if (value === undefined || value === null) {
    return []
  }
  if (Array.isArray(value)) {
    return value.map(String)
  }
  return [typeof value === "object" ? JSON.stringify(value) : String(value)]
}

/**
 * Writes query parameters as Medusa reads them: lists as `status[0]=PAID`, operators as `created_at[$gte]=2026-01-01`.
 * What is null, undefined or empty text is left out.
 */
export const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => parameters(name, value))
  ).toString()

const parameters = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined || value === "") {
    return []
  }
  return typeof value === "object"
    ? Object.entries(value).flatMap(([key, member]) => parameters(`${name}[${key}]`, member))
    : [[name, String(value)]]
}
