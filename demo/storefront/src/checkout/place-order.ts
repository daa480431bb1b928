import type { HttpTypes } from "@medusajs/framework/types"
import { readRefusal, type CheckoutSettings, type Refusal } from "../../../../src/storefront"
import { isCompleted } from "../cart/completed-cart"
import { isRefusal } from "../store/refusal"
import type { StoreClient } from "../store/store-client"
import type { CheckoutDetails } from "./checkout-details"
import { completeCart } from "./complete-cart"
import { invoiceData } from "./invoice-data"

/**
 * How an attempt to order ended. When it was refused the cart is as usable as before; when no usable answer came the cart may
 * have become an order, and another attempt finds out.
 */
export type OrderAttempt =
  | { outcome: "placed"; order: HttpTypes.StoreOrder }
  | { outcome: "refused"; refusal: Refusal }
  | { outcome: "unanswered" }

/**
 * Places the order: writes the addresses to the cart, opens the payment session and completes the cart. A cart that an
 * earlier attempt completed, unknown to the shopper, takes no change any more and answers with its order.
 *
 * @param settings of payment by invoice, whose session carries what only the shopper knows
 */
export async function placeOrder(
  client: StoreClient,
  cartId: string,
  details: CheckoutDetails,
  settings: CheckoutSettings | undefined
): Promise<OrderAttempt> {
  try {
    if (!(await isOrdered(client, cartId))) {
      await openPaymentSession(client, cartId, details, settings)
    }
    return await finish(client, cartId)
  } catch (error) {
    if (!isRefusal(error)) {
      return { outcome: "unanswered" }
    }
    return refused(client, cartId, readRefusal(error))
  }
}

async function finish(client: StoreClient, cartId: string): Promise<OrderAttempt> {
  const completion = await completeCart(client, cartId)
  return completion.outcome === "declined"
    ? refused(client, cartId, completion.refusal)
    : completion
}

/** The shopper's other tab may have ordered the cart meanwhile: what was refused here was one more order of it. */
async function refused(
  client: StoreClient,
  cartId: string,
  refusal: Refusal
): Promise<OrderAttempt> {
  const isPlaced = await isOrdered(client, cartId).catch(() => false)
  const completion = isPlaced
    ? await completeCart(client, cartId).catch(() => undefined)
    : undefined
  return completion?.outcome === "placed" ? completion : { outcome: "refused", refusal }
}

const isOrdered = async (client: StoreClient, cartId: string): Promise<boolean> =>
  isCompleted((await client.store.cart.retrieve(cartId)).cart)

/** Addresses first: a change of the cart's total would throw the session away. */
async function openPaymentSession(
  client: StoreClient,
  cartId: string,
  details: CheckoutDetails,
  settings: CheckoutSettings | undefined
): Promise<void> {
  const cart = await writeAddresses(client, cartId, details)
  await client.store.payment.initiatePaymentSession(cart, {
    provider_id: details.providerId,
    ...(details.providerId === settings?.provider_id && {
      data: invoiceData(details, settings).data,
    }),
  })
}

async function writeAddresses(
  client: StoreClient,
  cartId: string,
  details: CheckoutDetails
): Promise<HttpTypes.StoreCart> {
  const address = {
    first_name: details.firstName.trim(),
    last_name: details.lastName.trim(),
    address_1: details.address.trim(),
    postal_code: details.postalCode.trim(),
    city: details.city.trim(),
    country_code: "no",
    ...(details.phone.trim() && { phone: details.phone.trim() }),
  }
  const { cart } = await client.store.cart.update(cartId, {
    email: details.email.trim(),
    shipping_address: address,
    billing_address: address,
  })
  return cart
}
