import { FetchError, type default as Medusa } from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import {
  CHECKOUT_SETTINGS_PATH,
  type CheckoutRefusalCode,
  type CheckoutSettings,
  type CodedProblem,
  eInvoiceSessionData,
  parseCheckoutSettings,
  readRefusal,
  type ShopperFields,
  textFor,
} from "medusa-plugin-einvoice/storefront"

/** The store as one shopper calls it. */
export type Shop = {
  sdk: Medusa
  /** Tag of the shopper's language, such as `nb-NO`; sentences are in English where it is left out. */
  language?: string | null
  /** `authorization` of a shopper who is logged in, where the SDK does not add it itself. */
  headers?: Record<string, string>
}

/** What a page needs to offer payment by invoice. */
export type InvoiceOffer = {
  /** Languages the invoice can be written in, and the one to begin with. */
  languages: string[]
  language: string
  /** What to tell the shopper of the fee, where the store has one. */
  fee?: string
}

/** Why it did not come to a session or an order, in sentences for the shopper. */
export type Refused = {
  /** What is wrong with a field, by the field's name. */
  fields: Record<string, string>
  /** What belongs to no field. */
  sentence?: string
  /** Whether to offer other details or another way to pay: not while an invoice may have been made. */
  mayChange: boolean
}

export type Placed = { order: HttpTypes.StoreOrder }

type Cart = HttpTypes.StoreCart

/**
 * Asks how invoices are set up, and whether the merchant offers them in the cart's region.
 *
 * @param formatMoney writes an amount as the page writes its prices
 * @param init further options of the request, such as how long a framework may keep the answer
 * @returns null where this cart cannot be paid by invoice, or the store does not say
 */
export async function fetchInvoiceOffer(
  shop: Shop,
  cart: Pick<Cart, "currency_code" | "region_id">,
  formatMoney: (amount: number) => string,
  init: Omit<RequestInit, "body" | "headers"> = {}
): Promise<InvoiceOffer | null> {
  const answers = await Promise.all([
    fetchSettings(shop, init),
    fetchProviders(shop, cart.region_id, init),
  ]).catch(() => null)
  if (!answers) {
    return null
  }
  const [settings, providers] = answers
  if (
    !settings.currencies.includes(cart.currency_code.toLowerCase()) ||
    !providers.some(({ id }) => id === settings.provider_id)
  ) {
    return null
  }
  const { languages, default_language: language, invoice_fee: fee } = settings
  return {
    languages,
    language,
    ...(fee.applicable && { fee: feeSentence(fee.amount, formatMoney) }),
  }
}

/**
 * Opens the payment session with what the shopper wrote, last before the order: a session does not outlive a change of the
 * cart's total.
 *
 * @returns null when it is open; the cart must then be fetched anew
 */
export async function chooseInvoice(
  shop: Shop,
  cart: Cart,
  fields: ShopperFields
): Promise<Refused | null> {
  try {
    const settings = await fetchSettings(shop)
    const address = cart.billing_address ?? cart.shipping_address
    const { data, problems } = eInvoiceSessionData(fields, settings, address?.country_code ?? "no")
    if (problems) {
      return { fields: sentencesFor(problems, shop), mayChange: true }
    }
    await shop.sdk.store.payment.initiatePaymentSession(
      cart,
      { provider_id: settings.provider_id, data },
      {},
      shop.headers
    )
    return null
  } catch (error) {
    return isRefusal(error) ? refusedWith(error, shop) : unanswered({ mayChange: true })
  }
}

/**
 * Places the order. A second press while the first is under way waits for the same answer, and a lost answer is asked for
 * again: the store makes one order and one invoice of a cart, however often it is asked.
 */
export function placeOrderByInvoice(shop: Shop, cartId: string): Promise<Placed | Refused> {
  const attempt =
    underWay.get(cartId) ?? complete(shop, cartId).finally(() => underWay.delete(cartId))
  underWay.set(cartId, attempt)
  return attempt
}

const underWay = new Map<string, Promise<Placed | Refused>>()

const ATTEMPTS = 3
const MS_BETWEEN_ATTEMPTS = 1_500

async function complete(shop: Shop, cartId: string, attempt = 1): Promise<Placed | Refused> {
  try {
    const answer = await shop.sdk.store.cart.complete(cartId, {}, shop.headers)
    if (answer.type !== "order") {
      return refusedWith(answer.error, shop)
    }
    // Medusa may know that there is an order and fail to read it: that is no answer yet.
    const { order }: { order?: HttpTypes.StoreOrder } = answer
    if (order) {
      return { order }
    }
  } catch (error) {
    // A conflict says that another request is completing this very cart.
    if (isRefusal(error) && error.status !== 409) {
      return refusedWith(error, shop)
    }
  }
  if (attempt === ATTEMPTS) {
    return unanswered({ mayChange: false })
  }
  await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_ATTEMPTS))
  return complete(shop, cartId, attempt + 1)
}

const fetchSettings = async (
  { sdk, headers }: Shop,
  init: Omit<RequestInit, "body" | "headers"> = {}
): Promise<CheckoutSettings> =>
  parseCheckoutSettings(await sdk.client.fetch(CHECKOUT_SETTINGS_PATH, { ...init, headers }))

/** The ways to pay that Medusa offers in a region. */
const fetchProviders = async (
  { sdk, headers }: Shop,
  region_id: string | undefined,
  init: Omit<RequestInit, "body" | "headers">
): Promise<HttpTypes.StorePaymentProvider[]> => {
  const { payment_providers } = await sdk.client.fetch<HttpTypes.StorePaymentProviderListResponse>(
    "/store/payment-providers",
    { ...init, headers, query: { region_id: region_id ?? "" } }
  )
  return payment_providers
}

/** The service adds the fee to the invoice: it is not part of the cart's total. */
const feeSentence = (amount: number | undefined, formatMoney: (amount: number) => string) =>
  `An invoice fee${amount === undefined ? "" : ` of ${formatMoney(amount)}`} is added to the invoice. ` +
  "It is not part of the total shown here."

/** Whether the store itself said no: not when no answer came, nor when something between answered for it. */
const isRefusal = (error: unknown): error is FetchError & { status: number } =>
  error instanceof FetchError && error.status !== undefined && error.status < 500

/** As long as one of these stands, another payment could be a second one. */
const notToBePaidOtherwise: readonly (CheckoutRefusalCode | undefined)[] = [
  "e_invoice_in_doubt",
  "e_invoice_ordered_at_once",
  "e_invoice_already_ordered",
  "e_invoice_already_paid",
]

function refusedWith(error: { message: string; name?: string }, shop: Shop): Refused {
  const { problems, sentence, code } = readRefusal(error)
  // The store's own sentence is in English, and names what was not accepted.
  const isForeign = shop.language && !shop.language.toLowerCase().startsWith("en")
  const said = code && (isForeign || !sentence) ? textFor(code, shop.language) : sentence
  return {
    fields: sentencesFor(problems, shop),
    ...(said !== undefined && { sentence: said }),
    mayChange: !notToBePaidOtherwise.includes(code),
  }
}

function sentencesFor(problems: readonly CodedProblem[], { language }: Shop) {
  const sentences: Record<string, string> = {}
  for (const { field, code, message } of problems) {
    // A newer store may say what this version of the plugin has no code for.
    sentences[field] ??= code ? textFor(code, language) : `This ${message}.`
  }
  return sentences
}

const unanswered = ({ mayChange }: Pick<Refused, "mayChange">): Refused => ({
  fields: {},
  sentence: "The store gave no answer. Please press the button again: nothing is ordered twice.",
  mayChange,
})
