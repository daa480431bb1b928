import type { AdminOrder } from "@medusajs/framework/types"

/** What a list of orders shows of each. */
export type PickableOrder = Pick<
  AdminOrder,
  "id" | "display_id" | "status" | "created_at" | "total" | "currency_code" | "email"
> & {
  readonly customer_id: string | null
  readonly shipping_address?: PersonName | null
  readonly customer?: PersonName | null
}

type PersonName = { readonly first_name?: string | null; readonly last_name?: string | null }

/** Medusa finds a number inside any other text of an order too, so the order of that number may come late. */
export const MOST_FETCHED = 50

/** So many stand in a drawer without hiding what comes below. */
const MOST_SHOWN = 5

/** The first few of what was found: the order whose number was typed, then the newest. */
export const bestMatches = <Order extends Pick<PickableOrder, "display_id">>(
  orders: readonly Order[],
  typed: string
): Order[] => {
  const isExact = ({ display_id }: Order) => String(display_id) === typed
  return [...orders.filter(isExact), ...orders.filter((order) => !isExact(order))].slice(
    0,
    MOST_SHOWN
  )
}
