import type { HttpTypes } from "@medusajs/framework/types"

/** Whether a cart has become an order. Nothing can be changed in it then. */
export const isCompleted = (cart: HttpTypes.StoreCart): boolean =>
  "completed_at" in cart && Boolean(cart.completed_at)
