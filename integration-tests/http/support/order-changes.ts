import type { HttpTypes } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import type { EInvoiceSuite } from "./e-invoice-suite"
import type { Merchant } from "./merchant"

/** A Medusa order, and who looks after it. */
type Kept = { readonly merchant: Merchant; readonly orderId: string }

/** How many of which SKU. */
type Quantities = Readonly<Record<string, number>>

/** What staff do to a Medusa order in Admin, over the same routes. Each throws where Medusa refuses. */
export const orderChanges = (suite: EInvoiceSuite) => {
  const post = async <Body>({ merchant }: Kept, path: string, body: object = {}): Promise<Body> => {
    const answer = await merchant.http.post<Body & { message?: string }>(`/admin/${path}`, body)
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${answer.body.message}`)
    }
    return answer.body
  }
  const itemsOf = async (order: Kept, quantities: Quantities) => {
    const { items } = await order.merchant.order(order.orderId)
    return Object.entries(quantities).map(([sku, quantity]) => {
      const item = items.find(({ variant_sku }) => variant_sku === sku)
      if (!item) {
        throw new Error(`The order has no ${sku}.`)
      }
      return { id: item.id, quantity }
    })
  }
  const variants = (quantities: Quantities) =>
    Object.entries(quantities).map(([sku, quantity]) => ({
      variant_id: suite.store.variants[sku],
      quantity,
    }))
  const stockLocation = async (): Promise<string> => {
    const [location] = await suite.container
      .resolve(Modules.STOCK_LOCATION)
      .listStockLocations({}, { select: ["id"] })
    return location?.id ?? ""
  }

  const deliver = async (order: Kept): Promise<void> => {
    const { items } = await order.merchant.order(order.orderId)
    await post(order, `orders/${order.orderId}/fulfillments`, {
      items: items.map(({ id, quantity }) => ({ id, quantity })),
    })
  }

  /** Agrees that a customer sends items back. */
  const requestReturn = async (order: Kept, quantities: Quantities): Promise<string> => {
    const { return: begun } = await post<{ return: HttpTypes.AdminReturn }>(order, "returns", {
      order_id: order.orderId,
      location_id: await stockLocation(),
    })
    const items = await itemsOf(order, quantities)
    await post(order, `returns/${begun.id}/request-items`, { items })
    await post(order, `returns/${begun.id}/request`)
    return begun.id
  }

  /** Receives what was sent back, or some of it. */
  const receiveReturn = async (order: Kept, id: string, quantities: Quantities): Promise<void> => {
    await post(order, `returns/${id}/receive`)
    const items = await itemsOf(order, quantities)
    await post(order, `returns/${id}/receive-items`, { items })
    await post(order, `returns/${id}/receive/confirm`)
  }

  return {
    deliver,
    requestReturn,
    receiveReturn,

    /** A claim of items that the customer sends back, to be refunded. */
    claim: async (order: Kept, quantities: Quantities): Promise<void> => {
      const { claim } = await post<{ claim: { id: string } }>(order, "claims", {
        order_id: order.orderId,
        type: "refund",
      })
      const items = await itemsOf(order, quantities)
      await post(order, `claims/${claim.id}/claim-items`, {
        items: items.map((item) => ({ ...item, reason: "production_failure" })),
      })
      await post(order, `claims/${claim.id}/inbound/items`, { items })
      await post(order, `claims/${claim.id}/request`)
    },

    /** An exchange of items for others; where these are sent, that costs nothing. */
    exchange: async (
      order: Kept,
      back: Quantities,
      instead: Quantities,
      { isSent = false } = {}
    ): Promise<void> => {
      const { exchange } = await post<{ exchange: { id: string } }>(order, "exchanges", {
        order_id: order.orderId,
      })
      await post(order, `exchanges/${exchange.id}/inbound/items`, {
        items: await itemsOf(order, back),
      })
      await post(order, `exchanges/${exchange.id}/outbound/items`, { items: variants(instead) })
      if (isSent) {
        await post(order, `exchanges/${exchange.id}/outbound/shipping-method`, {
          shipping_option_id: suite.store.shipping.pickup,
        })
      }
      await post(order, `exchanges/${exchange.id}/request`)
    },

    /** An order edit: items to add, at their own price when none is given, and what is left of items there are. */
    edit: async (
      order: Kept,
      { add = {}, at, leave = {} }: { add?: Quantities; at?: number; leave?: Quantities }
    ): Promise<void> => {
      await post(order, "order-edits", { order_id: order.orderId })
      if (Object.keys(add).length > 0) {
        const items = variants(add).map((item) => ({ ...item, unit_price: at }))
        await post(order, `order-edits/${order.orderId}/items`, { items })
      }
      for (const { id, quantity } of await itemsOf(order, leave)) {
        await post(order, `order-edits/${order.orderId}/items/item/${id}`, { quantity })
      }
      await post(order, `order-edits/${order.orderId}/confirm`)
    },
  }
}
