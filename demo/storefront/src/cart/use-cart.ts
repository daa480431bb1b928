import { FetchError } from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/framework/types"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useStore } from "../store/store-context"
import { cartId } from "./cart-id"
import { isCompleted } from "./completed-cart"

type Cart = HttpTypes.StoreCart

const queryKey = ["cart"]

/**
 * The cart and what can be done to it. One that is unknown counts as none, and so does one that was completed: it is told
 * apart, because a shopper whose connection broke has yet to see its order.
 */
export const useCart = () => {
  const { client, settings } = useStore()
  const queries = useQueryClient()
  const { data: kept, isPending } = useQuery({
    queryKey,
    queryFn: () => retrieve(),
  })
  const completed = kept && isCompleted(kept) ? kept : undefined

  async function retrieve(): Promise<Cart | null> {
    const id = cartId.read()
    if (!id) {
      return null
    }
    try {
      const { cart } = await client.store.cart.retrieve(id)
      return cart
    } catch (error) {
      if (error instanceof FetchError && error.status === 404) {
        return null
      }
      throw error
    }
  }

  async function openCart(): Promise<string> {
    const existing = await retrieve()
    if (existing && !isCompleted(existing)) {
      return existing.id
    }
    const { cart } = await client.store.cart.create({
      region_id: settings.regionId,
    })
    cartId.keep(cart.id)
    return cart.id
  }

  const setCart = (updated: Cart | null) => queries.setQueryData(queryKey, updated)
  const change = <Input>(change: (input: Input) => Promise<Cart | null>) => ({
    mutationFn: change,
    onSuccess: setCart,
    // One after the other: two under way at once may take effect in either order, and the older choice would stand.
    scope: { id: "cart" },
  })

  const addToCart = useMutation(
    change(async ({ variantId }: { variantId: string }) => {
      const id = await openCart()
      const { cart } = await client.store.cart.createLineItem(id, {
        variant_id: variantId,
        quantity: 1,
      })
      return cart
    })
  )
  const setQuantity = useMutation(
    change(async (line: { id: string; quantity: number }) => {
      const id = await openCart()
      if (line.quantity > 0) {
        await client.store.cart.updateLineItem(id, line.id, {
          quantity: line.quantity,
        })
      } else {
        await client.store.cart.deleteLineItem(id, line.id)
      }
      return retrieve()
    })
  )
  const setPromotionCodes = useMutation(
    change(async (codes: string[]) => {
      const id = await openCart()
      const { cart } = await client.store.cart.update(id, {
        promo_codes: codes,
      })
      return cart
    })
  )
  const chooseDelivery = useMutation(
    change(async (optionId: string) => {
      const id = await openCart()
      const { cart } = await client.store.cart.addShippingMethod(id, {
        option_id: optionId,
      })
      return cart
    })
  )

  const forgetCart = () => {
    cartId.forget()
    setCart(null)
  }
  const reloadCart = () => queries.invalidateQueries({ queryKey })

  return {
    cart: completed ? null : kept,
    completedCartId: completed?.id,
    isPending,
    addToCart,
    setQuantity,
    setPromotionCodes,
    chooseDelivery,
    forgetCart,
    reloadCart,
  }
}
