import type { AdminQuery } from "../../lib/admin-request"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import type { TableState } from "../../lib/use-table-state"
import { serviceListQuery } from "./list-filters"

type ServicePage<Row> = { rows: Row[]; count: number; limit: number }

/**
 * A list that the service itself keeps, by its own pages: their size is the service's, so the table learns it from the
 * answer.
 */
export const useServiceList = <Row>(
  /** The operation that lists. */
  operation: string,
  state: TableState,
  parse: (answer: unknown) => ServicePage<Row>,
  more: AdminQuery = {}
) => {
  const list = useEInvoiceQuery(
    {
      path: operationPath(operation),
      query: {
        ...serviceListQuery(state.query, state.view.pageIndex),
        ...more,
      },
      keepsPrevious: true,
      isAlwaysFresh: true,
    },
    parse
  )
  return {
    list,
    state: { ...state, pageSize: list.data?.limit || state.pageSize },
  }
}
