import type { AdminOrder } from "@medusajs/framework/types"
import { ordersQueryKeys } from "@medusajs/dashboard/hooks"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"

import { eInvoiceQueryKeys, followed } from "../lib/queries"
import { sdk } from "../lib/request"
import {
  isMedusaBehind,
  type EInvoiceOrderSummary,
  oldestFirst,
  orderRevision,
  readOrderDetail,
  readOrderList,
} from "./data"

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
    ...followed,
  })

/**
 * Has Medusa's own sections of an order's page fetched anew once its e-invoices changed, and until Medusa recorded what
 * was paid and given back: the service's callback changes both, one after the other.
 *
 * @param orders the result of {@link useEInvoiceOrders}
 */
export const useMedusaInStep = (
  order: AdminOrder,
  { data, dataUpdatedAt }: { data: EInvoiceOrderSummary[] | undefined; dataUpdatedAt: number }
): void => {
  const queryClient = useQueryClient()
  const revision = data && invoicesRevision(data)
  const shown = useRef(revision)
  const isBehind = data !== undefined && isMedusaBehind(order, data)

  useEffect(() => {
    const isChanged = shown.current !== undefined && shown.current !== revision
    shown.current = revision
    if (isChanged || isBehind) {
      void queryClient.invalidateQueries({ queryKey: ordersQueryKeys.detail(order.id) })
    }
  }, [queryClient, order.id, revision, isBehind, dataUpdatedAt])
}

const invoicesRevision = (invoices: readonly EInvoiceOrderSummary[]): string =>
  invoices
    .map(({ id, state, remote_status, paid_at, credited_total, refunded_total, flags }) =>
      [id, state, remote_status, paid_at, credited_total, refunded_total, ...flags].join()
    )
    .join("|")

/** One e-invoice order with its timeline, refunds and sent request. Follows what a callback or a colleague changes. */
export const useEInvoiceOrder = (id: string) =>
  useQuery({
    queryKey: eInvoiceQueryKeys.order(id),
    queryFn: async ({ signal }) =>
      readOrderDetail(
        await sdk.client.fetch(`/admin/e-invoice/orders/${encodeURIComponent(id)}`, { signal })
      ),
    ...followed,
  })
