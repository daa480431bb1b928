import { cookies } from "@lib/data/cookies"
import { retrieveCart } from "@lib/data/cart"
import { retrieveInvoiceOffer } from "@lib/data/e-invoice"
import { isEInvoice } from "@lib/constants"
import type { InvoiceOffer } from "@lib/util/invoice-checkout"
import type { HttpTypes } from "@medusajs/types"
import EInvoiceButton from "@modules/checkout/components/e-invoice-button"
import EInvoiceForm from "@modules/checkout/components/e-invoice-form"
import React, { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { Redirect } from "./next/navigation"

export { cookies, retrieveInvoiceOffer }

type Page = { cart: HttpTypes.StoreCart; offer: InvoiceOffer }

/** The last two steps of the checkout, rendered anew after each action as Next.js does it. */
const Checkout = () => {
  const [page, setPage] = useState<Page>()
  const [orderPage, setOrderPage] = useState<string>()
  const step = new URLSearchParams(window.location.search).get("step")

  useEffect(() => {
    const load = async () => {
      const cart = await retrieveCart()
      const offer = cart && (await retrieveInvoiceOffer(cart))
      if (cart && offer) {
        setPage({ cart, offer })
      }
    }
    const follow = (event: PromiseRejectionEvent) => {
      if (event.reason instanceof Redirect) {
        event.preventDefault()
        setOrderPage(event.reason.url)
      }
    }
    const loadAgain = () => void load()
    loadAgain()
    window.addEventListener("popstate", loadAgain)
    window.addEventListener("unhandledrejection", follow)
    return () => {
      window.removeEventListener("popstate", loadAgain)
      window.removeEventListener("unhandledrejection", follow)
    }
  }, [])

  if (orderPage) {
    return <h1>{orderPage}</h1>
  }
  if (!page) {
    return null
  }
  const session = page.cart.payment_collection?.payment_sessions?.[0]
  return step === "review" && isEInvoice(session?.provider_id) ? (
    <EInvoiceButton cartId={page.cart.id} notReady={false} data-testid="submit-order-button" />
  ) : (
    <EInvoiceForm cart={page.cart} offer={page.offer} />
  )
}

/** @param cookiesOfVisitor by name */
export function openShop(element: HTMLElement, cookiesOfVisitor: Record<string, string>): void {
  for (const [name, value] of Object.entries(cookiesOfVisitor)) {
    cookies.set(name, value)
  }
  createRoot(element).render(<Checkout />)
}
