import { sdk } from "@lib/config"
import { retrieveCart } from "@lib/data/cart"
import { cookies } from "@lib/data/cookies"
import { openInvoiceSession, placeInvoiceOrder, retrieveInvoiceOffer } from "@lib/data/e-invoice"
import { chooseInvoice, placeOrderByInvoice } from "@lib/util/invoice-checkout"
import { Redirect } from "./next/navigation"

declare const process: { argv: string[] }

const USABLE = "17819010188"
const DENIED = "31926149914"

/** Orders, and says what the shopper sees: the page of the order, or why there is none. */
const orderPage = (cartId: string) =>
  placeInvoiceOrder(cartId).catch((error: unknown) => {
    if (error instanceof Redirect) {
      return error.url
    }
    throw error
  })

const fields = (personalNumber: string) => ({ personal_number: personalNumber })

/** One cart goes through the server actions of the starter, the other through the plain functions. */
async function main([ofStarter = "", ofSdk = ""]: string[]) {
  cookies.set("_medusa_cart_id", ofStarter)
  const { cart: arrived } = await sdk.store.cart.retrieve(ofStarter)
  const offer = await retrieveInvoiceOffer(arrived)
  const wrong = await openInvoiceSession(fields("1"))
  const sessionOfDeclined = await openInvoiceSession(fields(DENIED))
  const declined = await orderPage(ofStarter)
  const session = await openInvoiceSession(fields(USABLE))
  const open = (await retrieveCart())?.payment_collection?.payment_sessions ?? []
  const keptInSession = open.flatMap(({ data }) => Object.keys(data))
  const pages = await Promise.all([orderPage(ofStarter), orderPage(ofStarter)])

  const { cart } = await sdk.store.cart.retrieve(ofSdk)
  const plainSession = await chooseInvoice({ sdk }, cart, fields(USABLE))
  const outcomes = await Promise.all([
    placeOrderByInvoice({ sdk }, ofSdk),
    placeOrderByInvoice({ sdk }, ofSdk),
  ])
  const orders = outcomes.map((outcome) => ("order" in outcome ? outcome.order.id : outcome))

  console.log(
    JSON.stringify({
      offer,
      wrong,
      sessionOfDeclined,
      declined,
      session,
      keptInSession,
      pages,
      cookies: Array.from(cookies.keys()),
      plain: { session: plainSession, orders },
    })
  )
}

void main(process.argv.slice(2))
