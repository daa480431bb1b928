"use server"

import { sdk } from "@lib/config"
import { retrieveCart } from "@lib/data/cart"
import { getAuthHeaders, getCacheTag, removeCartId } from "@lib/data/cookies"
import { getLocale } from "@lib/data/locale-actions"
import {
  chooseInvoice,
  fetchInvoiceOffer,
  type InvoiceOffer,
  placeOrderByInvoice,
  type Refused,
  type Shop,
} from "@lib/util/invoice-checkout"
import { convertToLocale } from "@lib/util/money"
import type { HttpTypes } from "@medusajs/types"
import type { ShopperFields } from "medusa-plugin-einvoice/storefront"
import { revalidateTag } from "next/cache"
import { redirect } from "next/navigation"

/** How long the answers about fee, currencies, languages and ways to pay may be kept, in seconds. */
const SETTINGS_LIFETIME = 60

/** Returns what the payment step shows of invoices; null where this cart cannot be paid by one. */
export async function retrieveInvoiceOffer({
  currency_code,
  region_id,
}: Pick<HttpTypes.StoreCart, "currency_code" | "region_id">): Promise<InvoiceOffer | null> {
  return fetchInvoiceOffer(
    await shop(),
    { currency_code, region_id },
    (amount) => convertToLocale({ amount, currency_code }),
    { next: { revalidate: SETTINGS_LIFETIME } }
  )
}

/** Opens the payment session of the shopper's cart; returns null when it is open. */
export async function openInvoiceSession(fields: ShopperFields): Promise<Refused | null> {
  const cart = await retrieveCart()
  if (!cart) {
    return {
      fields: {},
      sentence: "Your cart cannot be found. Please reload the page.",
      mayChange: false,
    }
  }
  const refused = await chooseInvoice(await shop(), cart, fields)
  await revalidate("carts")
  return refused
}

/**
 * Places the order and leads to its page; returns only when there is none.
 *
 * @param cartId from the page, not from the cookie: that is gone when an earlier attempt succeeded and its answer broke off
 */
export async function placeInvoiceOrder(cartId: string): Promise<Refused> {
  const outcome = await placeOrderByInvoice(await shop(), cartId)
  await revalidate("carts")
  if (!("order" in outcome)) {
    return outcome
  }
  await revalidate("orders")
  await removeCartId()
  const { id, shipping_address: address } = outcome.order
  redirect(`/${address?.country_code?.toLowerCase()}/order/${id}/confirmed`)
}

const shop = async (): Promise<Shop> => ({
  sdk,
  language: await getLocale(),
  headers: await getAuthHeaders(),
})

/** The starter keeps carts and orders for each visitor: without this the checkout would show what was before. */
async function revalidate(kind: "carts" | "orders") {
  const tag = await getCacheTag(kind)
  if (tag) {
    revalidateTag(tag)
  }
}
