import type { HttpTypes } from "@medusajs/framework/types"
import { DemoError } from "../demo-error"
import { syntheticPersonalNumber } from "../personal-numbers"
import type { RunningDemo } from "../start-demo"
import { fetchCheckoutSettings } from "../storefront/src/checkout/checkout-settings"
import { tellRefusal } from "../storefront/src/checkout/tell-refusal"
import { placeOrder, type OrderAttempt } from "../storefront/src/checkout/place-order"
import { createStoreClient } from "../storefront/src/store/store-client"

/** Who buys what. */
export type Purchase = {
  readonly shopper: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly personalNumber: string
    readonly phone: string
  }
  readonly basket: readonly {
    readonly sku: string
    readonly quantity: number
  }[]
  /** Another way to pay than by invoice. */
  readonly providerId?: string
}

/** Goods at four VAT rates, one of them thrice at an odd price. */
export const usual: Purchase = {
  shopper: {
    email: "ola@example.com",
    firstName: "Ola",
    lastName: "Nordmann",
    personalNumber: syntheticPersonalNumber,
    phone: "400 00 000",
  },
  basket: [
    { sku: "COFFEE-250", quantity: 3 },
    { sku: "SOCKS-41-45", quantity: 2 },
    { sku: "PASS-ADULT", quantity: 1 },
    { sku: "BOOK-HARD", quantity: 1 },
  ],
}

/**
 * Buys something the way the storefront does: over the public Store API, with its own code.
 *
 * @throws DemoError when the store refuses the order, or gives no answer
 */
export async function buySomething(
  demo: RunningDemo,
  purchase = usual
): Promise<HttpTypes.StoreOrder> {
  const attempt = await tryToBuy(demo, purchase)
  if (attempt.outcome === "unanswered") {
    throw new DemoError("The store gave no answer to the order.")
  }
  if (attempt.outcome === "refused") {
    const { problems, rest } = tellRefusal(attempt.refusal, "en")
    const reasons = [...Object.values(problems), rest]
    throw new DemoError(`The store refused the order: ${reasons.filter(Boolean).join(" ")}`)
  }
  return attempt.order
}

/** Buys something, or is refused. */
export async function tryToBuy(
  { storeUrl, store }: RunningDemo,
  { shopper, basket, providerId }: Purchase
): Promise<OrderAttempt> {
  const client = createStoreClient({
    backendUrl: storeUrl,
    publishableKey: store.publishableKey,
  })
  const settings = await fetchCheckoutSettings(client)
  const { cart } = await client.store.cart.create({
    region_id: store.regions.norway,
    items: basket.map(({ sku, quantity }) => ({
      variant_id: store.variants[sku] ?? "",
      quantity,
    })),
    promo_codes: [store.promotions.tenPercent],
  })
  await client.store.cart.addShippingMethod(cart.id, {
    option_id: store.shipping.parcel,
  })
  return placeOrder(
    client,
    cart.id,
    {
      ...shopper,
      address: "Strandgaten 12",
      postalCode: "5013",
      city: "Bergen",
      deliveryId: store.shipping.parcel,
      providerId: providerId ?? settings.provider_id,
      language: "en",
      reference: "Demo",
    },
    settings
  )
}
