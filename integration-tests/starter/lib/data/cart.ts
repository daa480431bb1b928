import { sdk } from "@lib/config"
import type { HttpTypes } from "@medusajs/types"
import { kept } from "../../next/kept"
import { getAuthHeaders, getCacheTag, getCartId } from "./cookies"

export async function retrieveCart(cartId?: string): Promise<HttpTypes.StoreCart | null> {
  const id = cartId ?? (await getCartId())
  if (!id) {
    return null
  }
  const tag = await getCacheTag("carts")
  const known = kept.get(tag) as HttpTypes.StoreCart | undefined
  if (known) {
    return known
  }
  const { cart } = await sdk.store.cart.retrieve(id, {}, await getAuthHeaders())
  kept.set(tag, cart)
  return cart
}
