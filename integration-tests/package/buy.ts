import { setTimeout } from "node:timers/promises"

import Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/framework/types"

import { syntheticPersonalNumber } from "../../demo/personal-numbers"
import type { SeededStore } from "../../demo/seed/seeded-store"

const address = {
  first_name: "Kari",
  last_name: "Handler",
  address_1: "Storgata 1",
  postal_code: "0155",
  city: "Oslo",
  country_code: "no",
  phone: "+4740000000",
}

/** A storefront of the store, for the one shopper of these tests. */
export function storefrontOf(storeUrl: string, publishableKey: string) {
  return new Medusa({ baseUrl: storeUrl, publishableKey }).store
}

type Storefront = ReturnType<typeof storefrontOf>

/** A cart with a mug, ready but for its payment. */
export async function fillCart(
  storefront: Storefront,
  { regions, shipping, variants }: SeededStore
): Promise<HttpTypes.StoreCart> {
  const mug = variants["MUG-35"]
  if (!mug) {
    throw new Error("The store was filled without a mug")
  }
  const { cart } = await storefront.cart.create({
    region_id: regions.norway,
    email: "kari@example.com",
    items: [{ variant_id: mug, quantity: 1 }],
    shipping_address: address,
    billing_address: address,
  })
  await storefront.cart.addShippingMethod(cart.id, {
    option_id: shipping.parcel,
  })
  return cart
}

/**
 * Buys a mug by invoice.
 *
 * @throws when the store refuses, with its reason
 */
export async function buyByInvoice(
  storefront: Storefront,
  seeded: SeededStore
): Promise<HttpTypes.StoreOrder> {
  const cart = await fillCart(storefront, seeded)
  await storefront.payment.initiatePaymentSession(cart, {
    provider_id: "pp_e-invoice_private",
    data: { personal_number: syntheticPersonalNumber },
  })
  const answer = await storefront.cart.complete(cart.id)
  if (answer.type !== "order") {
    throw new Error(`The cart was not completed: ${answer.error.message}`)
  }
  return answer.order
}

/**
 * Waits until the store says that an order's payment has come to a status.
 *
 * @throws when it has not within half a minute, with the status it has
 */
export async function paymentStatus(
  storefront: Storefront,
  orderId: string,
  expected: HttpTypes.StoreOrder["payment_status"]
) {
  const deadline = performance.now() + 30_000
  for (;;) {
    const { order } = await storefront.order.retrieve(orderId, {
      fields: "payment_status",
    })
    if (order.payment_status === expected) {
      return
    }
    if (performance.now() > deadline) {
      throw new Error(`The payment is ${order.payment_status}, not ${expected}`)
    }
    await setTimeout(250)
  }
}
