import { Client } from "@medusajs/framework/pg"
import type { HttpTypes } from "@medusajs/framework/types"

import type { Purchase } from "../../../demo/order/demo-order"
import type { RunningDemo } from "../../../demo/start-demo"
import { fetchCheckoutSettings } from "../../../demo/storefront/src/checkout/checkout-settings"
import { createStoreClient } from "../../../demo/storefront/src/store/store-client"
import { eInvoiceSessionData } from "../../../src/storefront"

/**
 * Takes orders over the Store API, from copies of filled carts: to fill one costs Medusa three times what the payment and the
 * order cost.
 */
export class Till {
  /** Filled carts, which stay as they are, by what is bought. */
  readonly #filled = new Map<string, Promise<HttpTypes.StoreCart>>()
  #copies = 0

  constructor(private readonly demo: RunningDemo) {}

  /** @throws when the store refuses the order */
  async sell(purchase: Purchase): Promise<HttpTypes.StoreOrder> {
    const { client } = this
    const [filled, settings] = await Promise.all([
      this.filled(purchase),
      fetchCheckoutSettings(client),
    ])
    const cart = { ...filled, id: await this.copy(filled.id) }
    const { personalNumber, phone } = purchase.shopper
    const invoice = eInvoiceSessionData(
      { personal_number: personalNumber, phone, language: "en", reference: "Demo" },
      settings
    )
    await client.store.payment.initiatePaymentSession(cart, {
      provider_id: purchase.providerId ?? settings.provider_id,
      ...(purchase.providerId === undefined && { data: invoice.data }),
    })
    const answer = await client.store.cart.complete(cart.id)
    if (answer.type !== "order") {
      throw new Error(`The store refused the order: ${answer.error.message}`)
    }
    return answer.order
  }

  private get client() {
    const { storeUrl, store } = this.demo
    return createStoreClient({ backendUrl: storeUrl, publishableKey: store.publishableKey })
  }

  private filled({ shopper, basket }: Purchase): Promise<HttpTypes.StoreCart> {
    const key = JSON.stringify([shopper, basket])
    const filled = this.#filled.get(key) ?? this.fill({ shopper, basket })
    this.#filled.set(key, filled)
    return filled
  }

  private async fill({ shopper, basket }: Purchase): Promise<HttpTypes.StoreCart> {
    const { client } = this
    const { store } = this.demo
    const address = {
      first_name: shopper.firstName,
      last_name: shopper.lastName,
      address_1: "Strandgaten 12",
      postal_code: "5013",
      city: "Bergen",
      country_code: "no",
      phone: shopper.phone,
    }
    const { cart } = await client.store.cart.create({
      region_id: store.regions.norway,
      email: shopper.email,
      shipping_address: address,
      billing_address: address,
      items: basket.map(({ sku, quantity }) => ({
        variant_id: store.variants[sku] ?? "",
        quantity,
      })),
      promo_codes: [store.promotions.tenPercent],
    })
    const { cart: filled } = await client.store.cart.addShippingMethod(cart.id, {
      option_id: store.shipping.parcel,
    })
    return filled
  }

  /** @returns id of the copy */
  private async copy(cartId: string): Promise<string> {
    const mark = String(++this.#copies).padStart(4, "0")
    const database = new Client({ connectionString: this.demo.databaseUrl })
    await database.connect()
    try {
      for (const [table, belongs] of Object.entries(PARTS)) {
        await database.query(
          `insert into ${table} select (jsonb_populate_record(null::${table},
             regexp_replace(to_jsonb(part)::text, '"(ca[a-z]+_[0-9A-Z]{22})[0-9A-Z]{4}"', '"\\1' || $2 || '"', 'g')::jsonb)).*
           from ${table} as part where ${belongs}`,
          [cartId, mark]
        )
      }
    } finally {
      await database.end()
    }
    return cartId.slice(0, -mark.length) + mark
  }
}

const ofItems = "item_id in (select id from cart_line_item where cart_id = $1)"
const ofShipping = "shipping_method_id in (select id from cart_shipping_method where cart_id = $1)"

/** Which rows belong to the cart $1, by table. */
const PARTS = {
  cart_address:
    "id in (select unnest(array[shipping_address_id, billing_address_id]) from cart where id = $1)",
  cart: "id = $1",
  cart_line_item: "cart_id = $1",
  cart_line_item_adjustment: ofItems,
  cart_line_item_tax_line: ofItems,
  cart_shipping_method: "cart_id = $1",
  cart_shipping_method_adjustment: ofShipping,
  cart_shipping_method_tax_line: ofShipping,
  cart_promotion: "cart_id = $1",
}
