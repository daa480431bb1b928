import type { AdminOrder } from "@medusajs/framework/types"
import { useQuery } from "@tanstack/react-query"

import { oldestFirst, parseOrderList } from "./e-invoice-order"
import { orderRevision } from "./order-revision"
import { eInvoiceQueryKeys } from "./query-keys"
import { sdk } from "./sdk"

/** The e-invoice orders of a Medusa order: usually one, several after an order edit, none for another payment method. */
export const useEInvoiceOrders = (order: AdminOrder) =>
  useQuery({
    queryKey: eInvoiceQueryKeys.ordersOf(order.id, orderRevision(order)),
    queryFn: async ({ signal }) =>
      oldestFirst(
        parseOrderList(
          await sdk.client.fetch("/admin/e-invoice/orders", {
            query: { order_id: order.id },
            signal,
          })
        )
      ),
    // A new revision of the same order keeps the screen still until its answer is there; another order does not.
    placeholderData: (previous, query) =>
      query?.queryKey.includes(order.id) ? previous : undefined,
  })
