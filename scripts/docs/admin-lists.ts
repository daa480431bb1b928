import {
  adminListCallbacksParams,
  SORTABLE_CALLBACK_COLUMNS,
} from "../../src/api/admin/e-invoice/callbacks"
import {
  adminListRecordsParams,
  SORTABLE_RECORD_COLUMNS,
} from "../../src/api/admin/e-invoice/records"
import {
  adminListOperationsParams,
  SORTABLE_OPERATION_COLUMNS,
} from "../../src/api/admin/e-invoice/operations"
import {
  adminListEInvoiceOrdersParams,
  SORTABLE_ORDER_COLUMNS,
} from "../../src/api/admin/e-invoice/orders"
import EInvoiceOperation from "../../src/modules/e-invoice/models/e-invoice-operation"
import EInvoiceOrder from "../../src/modules/e-invoice/models/e-invoice-order"
import EInvoiceRecord from "../../src/modules/e-invoice/models/e-invoice-record"
import { list } from "./lists"

const OF_EVERY_LIST = new Set([
  "id",
  "fields",
  "with_deleted",
  "limit",
  "offset",
  "order",
  "q",
  "created_at",
  "updated_at",
  "format",
  "time_zone",
])

const coded = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ")

const filtersOf = ({ shape }: { shape: object }) =>
  coded(Object.keys(shape).filter((name) => !OF_EVERY_LIST.has(name)))

type Model = {
  schema: Record<string, { parse: (name: string) => { dataType?: { options?: object } } }>
}

const searchedColumns = ({ schema }: Model) =>
  Object.entries(schema)
    .filter(
      ([name, property]) =>
        new Map(Object.entries(property.parse(name).dataType?.options ?? {})).get("searchable") ===
        true
    )
    .map(([name]) => name)

/** The lists, by their route and by what their answer calls them. */
const lists = [
  {
    path: "orders",
    name: "e_invoice_orders",
    params: adminListEInvoiceOrdersParams(),
    sortable: SORTABLE_ORDER_COLUMNS,
    searched: coded(searchedColumns(EInvoiceOrder)),
  },
  {
    path: "records",
    name: "records",
    params: adminListRecordsParams(),
    sortable: SORTABLE_RECORD_COLUMNS,
    searched: coded(searchedColumns(EInvoiceRecord)),
  },
  {
    path: "operation-log",
    name: "operations",
    params: adminListOperationsParams(),
    sortable: SORTABLE_OPERATION_COLUMNS,
    searched: coded(searchedColumns(EInvoiceOperation)),
  },
  {
    path: "callbacks",
    name: "callbacks",
    params: adminListCallbacksParams(),
    sortable: SORTABLE_CALLBACK_COLUMNS,
    searched: "the same of the order or record it is about",
  },
]

/** What each list can be filtered, searched and sorted by, from its validators and its model. */
export const adminLists = (): string =>
  list(
    lists.map(({ path, name, params, sortable, searched }) => [
      `**\`/${path}\`**`,
      `\`{ ${name}, count }\`; filters ${filtersOf(params)}; \`q\` in ${searched}; \`order\` by ${coded(sortable.filter((column) => column !== "id" && column !== "created_at"))}.`,
    ])
  )
