import { FetchError } from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/framework/types"
import type { CheckoutSettings } from "../../../../src/storefront"
import type { StoreClient } from "../store/store-client"
import type { CheckoutDetails, CheckoutProblems } from "./checkout-details"
import { invoiceData } from "./invoice-data"
import { readServerProblems } from "./server-problems"

/** How an attempt to order ended. When it was refused the cart is as usable as before. */
export type OrderAttempt =
  | { outcome: "placed"; order: HttpTypes.StoreOrder }
  | { outcome: "refused"; problems: CheckoutProblems; message?: string }

const ATTEMPTS_TO_COMPLETE = 3
const MS_BETWEEN_ATTEMPTS = 1_500

/**
 * Places the order: writes the addresses to the cart, opens the payment session and completes the cart.
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
    const cart = await writeAddresses(client, cartId, details)
    await client.store.payment.initiatePaymentSession(cart, {
      provider_id: details.providerId,
      ...(details.providerId === settings?.provider_id && {
        data: invoiceData(details, settings).data,
      }),
    })
    return await complete(client, cartId)
  } catch (error) {
    return refusalOf(error)
  }
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

/** Completing the same cart again is safe: the store answers with the order it has. So a lost connection is tried again. */
async function complete(
  client: StoreClient,
  cartId: string,
  attempt = 1
): Promise<OrderAttempt> {
  try {
    const answer = await client.store.cart.complete(cartId)
    return answer.type === "order"
      ? { outcome: "placed", order: answer.order }
      : { outcome: "refused", problems: {}, message: answer.error.message }
  } catch (error) {
    if (error instanceof FetchError || attempt >= ATTEMPTS_TO_COMPLETE) {
      throw error
    }
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_ATTEMPTS))
    return complete(client, cartId, attempt + 1)
  }
}

function refusalOf(error: unknown): OrderAttempt {
  if (!(error instanceof FetchError)) {
    return {
      outcome: "refused",
      problems: {},
      message:
        "We could not reach the store. Please check your connection and try again.",
    }
  }
  const { problems, rest } =
    (error.status ?? 500) < 500
      ? readServerProblems(error.message)
      : {
          problems: {},
          rest: "Something went wrong in the store. Please try again.",
        }
  return { outcome: "refused", problems, message: rest }
}
