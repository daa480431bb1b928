import { ordersQueryKeys } from "@medusajs/dashboard/hooks"
import { useQuery } from "@tanstack/react-query"

import { sdk } from "../../lib/sdk"

/** Orders whose other data hold the number too stand between those that are found. */
const MOST_FOUND = 50

/** The Medusa order with a number as people write it (`#12`); undefined while there is none. */
export const useOrderByNumber = (typed: string) => {
  const number = typed.replace(/[\s#]/g, "")
  const query = {
    q: number,
    limit: MOST_FOUND,
    fields: "id,display_id,total,currency_code,email",
  }
  const { data } = useQuery({
    queryKey: ordersQueryKeys.list(query),
    queryFn: () => sdk.admin.order.list(query),
    enabled: /^\d{1,9}$/.test(number),
  })
  return data?.orders.find(({ display_id }) => String(display_id) === number)
}
