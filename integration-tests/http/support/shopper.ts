import type { HttpTypes } from "@medusajs/framework/types"

import type { SeededStore } from "../../../demo/seed/norwegian-store"
import type { EInvoiceSuite } from "./e-invoice-suite"
import type { HttpAnswer, HttpClient } from "./http-client"

/** A synthetic personal number with right control digits. */
export const PERSONAL_NUMBER = "17819010188"

/** A store that a shopper buys in: what is in it, and where it answers. */
export type Store = Pick<EInvoiceSuite, "http" | "store"> & Partial<Pick<EInvoiceSuite, "carts">>

export type Basket = Record<string, number>

type StoreCart = HttpTypes.StoreCart
type PaymentCollection = HttpTypes.StorePaymentCollection

export type Refusal = {
  type: string
  message: string
  errors?: { field: string; message: string }[]
}

export type Completion =
  | { type: "order"; order: HttpTypes.StoreOrder }
  | { type: "cart"; cart: StoreCart; error: { message: string; name: string; type: string } }

export type Visit = {
  region?: "norway" | "norwayBusiness" | "euro"
  basket?: Basket
  shipping?: "parcel" | "pickup" | "parcelAbroad"
  promotions?: (keyof SeededStore["promotions"])[]
  signedIn?: boolean
  address?: Record<string, unknown>
  email?: string
}

/** Names a visit. Medusa keeps a cart's lines in the order of its basket, so that counts. */
export const visitKey = (visit: Visit): string => JSON.stringify(visit)

const countries = { norway: "no", norwayBusiness: "sj", euro: "de" }

const address = {
  first_name: "Kari",
  last_name: "Nordmann",
  address_1: "Storgata 1",
  postal_code: "0155",
  city: "Oslo",
  phone: "+47 400 00 000",
}

/** A shopper buying over the public Store API, as a storefront does. */
export class Shopper {
  private constructor(
    readonly http: HttpClient,
    readonly cartId: string
  ) {}

  /**
   * Fills a cart up to the point where the payment is chosen. A cart that stands filled with the same is taken, as long as
   * there is one.
   */
  static async arrive(suite: Store, visit: Visit = {}): Promise<Shopper> {
    const { carts = [] } = suite
    const standing = carts.findIndex(({ of }) => of === visitKey(visit))
    const [filled] = standing === -1 ? [] : carts.splice(standing, 1)
    return filled ? new Shopper(shopFront(suite), filled.id) : Shopper.fillCart(suite, visit)
  }

  private static async fillCart(
    suite: Store,
    {
      region = "norway",
      basket = { "COFFEE-250": 3 },
      shipping = "parcel",
      promotions = [],
      signedIn = false,
      address: changed = {},
      email = "guest@example.com",
    }: Visit
  ): Promise<Shopper> {
    const { store } = suite
    const publishable = shopFront(suite)
    const http = signedIn ? publishable.with(await signIn(suite, publishable)) : publishable
    const where = {
      ...address,
      country_code: countries[region],
      ...changed,
    }
    const { body } = await http.post<{ cart: StoreCart }>("/store/carts", {
      region_id: store.regions[region],
      email,
      items: Object.entries(basket).map(([sku, quantity]) => ({
        variant_id: store.variants[sku],
        quantity,
      })),
      billing_address: where,
      shipping_address: where,
    })
    const shopper = new Shopper(http, body.cart.id)
    await http.post(`/store/carts/${body.cart.id}/shipping-methods`, {
      option_id: store.shipping[shipping],
    })
    if (promotions.length > 0) {
      await http.post(`/store/carts/${body.cart.id}/promotions`, {
        promo_codes: promotions.map((name) => store.promotions[name]),
      })
    }
    return shopper
  }

  async cart(): Promise<StoreCart> {
    const { body } = await this.http.get<{ cart: StoreCart }>(`/store/carts/${this.cartId}`)
    return body.cart
  }

  async paymentCollection(): Promise<PaymentCollection> {
    const { body } = await this.http.post<{
      payment_collection: PaymentCollection
    }>("/store/payment-collections", { cart_id: this.cartId })
    return body.payment_collection
  }

  /** Creates the payment session. */
  async chooseInvoice(
    data: unknown = { personal_number: PERSONAL_NUMBER },
    provider_id = "pp_e-invoice_private"
  ): Promise<HttpAnswer<Refusal & { payment_collection: PaymentCollection }>> {
    const { id } = await this.paymentCollection()
    return this.http.post(`/store/payment-collections/${id}/payment-sessions`, {
      provider_id,
      data,
    })
  }

  async complete(): Promise<HttpAnswer<Completion>> {
    return this.http.post(`/store/carts/${this.cartId}/complete`)
  }

  /** Chooses invoice and completes. */
  async buy(data?: unknown): Promise<HttpAnswer<Completion>> {
    const { status, body } = await this.chooseInvoice(data)
    if (status !== 200) {
      throw new Error(`No payment session: ${body.message}`)
    }
    return this.complete()
  }
}

const shopFront = ({ http, store }: Store): HttpClient =>
  http.with({ "x-publishable-api-key": store.publishableKey })

async function signIn({ store }: Store, http: HttpClient): Promise<Record<string, string>> {
  const { email, password } = store.customer
  const { body } = await http.post<{ token: string }>("/auth/customer/emailpass", {
    email,
    password,
  })
  return { authorization: `Bearer ${body.token}` }
}
