import { useQuery } from "@tanstack/react-query"

import { parseOrderDetail } from "./e-invoice-order"
import { eInvoiceQueryKeys } from "./query-keys"
import { sdk } from "./sdk"

/** One e-invoice order with its timeline, refunds and sent request. Fetched anew whenever it comes on the screen. */
export const useEInvoiceOrder = (id: string) =>
  useQuery({
    queryKey: eInvoiceQueryKeys.order(id),
    queryFn: async ({ signal }) =>
      parseOrderDetail(
        await sdk.client.fetch(`/admin/e-invoice/orders/${encodeURIComponent(id)}`, { signal })
      ),
    staleTime: 0,
  })
