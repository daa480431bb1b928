import type { AdminOrder } from "@medusajs/framework/types"
import { useQuery } from "@tanstack/react-query"

import { eInvoiceQueryKeys } from "../lib/queries"
import { sdk } from "../lib/request"
import { oldestFirst, orderRevision, readOrderDetail, readOrderList } from "./data"

/** The e-invoice orders of a Medusa order: usually one, several after an order edit, none for another payment method. */
export const useEInvoiceOrders = (order: AdminOrder) =>
  useQuery({
    queryKey: eInvoiceQueryKeys.ordersOf(order.id, orderRevision(order)),
    queryFn: async ({ signal }) =>
      oldestFirst(
        readOrderList(
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

/** One e-invoice order with its timeline, refunds and sent request. Fetched anew whenever it comes on the screen. */
export const useEInvoiceOrder = (id: string) =>
  useQuery({
    queryKey: eInvoiceQueryKeys.order(id),
    queryFn: async ({ signal }) =>
      readOrderDetail(
        await sdk.client.fetch(`/admin/e-invoice/orders/${encodeURIComponent(id)}`, { signal })
      ),
    staleTime: 0,
  })
