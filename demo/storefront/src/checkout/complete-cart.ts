import type { HttpTypes } from "@medusajs/framework/types"
import type { StoreClient } from "../store/store-client"
import { readRefusal, type Refusal } from "../../../../src/storefront"
import { isRefusal } from "../store/refusal"

/** How a completion ended. When every answer was lost, the outcome is in doubt. */
export type Completion =
  | { outcome: "placed"; order: HttpTypes.StoreOrder }
  | { outcome: "declined"; refusal: Refusal }
  | { outcome: "unanswered" }

const ATTEMPTS = 3
const MS_BETWEEN_ATTEMPTS = 1_500

/**
 * Completes the cart. Completing the same cart again is safe: the store answers with the order it has. So a lost answer
 * is asked for again.
 *
 * @throws {FetchError} when the store refuses the cart as it is
 */
export async function completeCart(
  client: StoreClient,
  cartId: string,
  attempt = 1
): Promise<Completion> {
  try {
    const answer = await client.store.cart.complete(cartId)
    if (answer.type !== "order") {
      return { outcome: "declined", refusal: readRefusal(answer.error) }
    }
    // Medusa may know that there was an order and no longer have it: that is no answer.
    const { order }: { order?: HttpTypes.StoreOrder } = answer
    if (!order) {
      throw new Error("The store answered without the order.")
    }
    return { outcome: "placed", order }
  } catch (error) {
    // A conflict says that another request is completing this very cart.
    if (isRefusal(error) && error.status !== 409) {
      throw error
    }
    if (attempt >= ATTEMPTS) {
      return { outcome: "unanswered" }
    }
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_ATTEMPTS))
    return completeCart(client, cartId, attempt + 1)
  }
}
