import type { HttpTypes } from "@medusajs/framework/types"
import { useRef, useState, type FormEvent } from "react"
import { Link, useNavigate } from "react-router-dom"
import type { CheckoutSettings } from "../../../../src/storefront"
import { useCart } from "../cart/use-cart"
import { Notice } from "../layout/notice"
import { useStore } from "../store/store-context"
import { useLanguage } from "../texts/language"
import { AddressFields } from "./address-fields"
import { problemsWith } from "./check-details"
import { DeliveryChoice } from "./delivery-choice"
import { InvoiceFields } from "./invoice-fields"
import { OrderSummary } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import { placeOrder } from "./place-order"
import { tellRefusal } from "./tell-refusal"
import { useCheckoutForm } from "./use-checkout-form"

type CheckoutFormProps = {
  cart: HttpTypes.StoreCart
  /** Absent when the store does not say how invoices are set up. */
  settings: CheckoutSettings | undefined
}

/** Asks for all that is needed, in the order of the page, and places the order. */
export const CheckoutForm = ({ cart, settings }: CheckoutFormProps) => {
  const { client } = useStore()
  const { texts } = useLanguage()
  const { checkout } = texts
  const { chooseDelivery, forgetCart, reloadCart } = useCart()
  const navigate = useNavigate()
  const form = useCheckoutForm({
    email: cart.email ?? "",
    deliveryId: cart.shipping_methods?.[0]?.shipping_option_id ?? "",
    providerId: settings?.provider_id ?? "",
    language: settings?.default_language ?? "",
  })
  const [isPlacing, setIsPlacing] = useState(false)
  const [message, setMessage] = useState<string>()
  const [isUnanswered, setIsUnanswered] = useState(false)
  const messageBox = useRef<HTMLDivElement>(null)
  const paysByInvoice = settings !== undefined && form.details.providerId === settings.provider_id

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMessage(undefined)
    setIsUnanswered(false)
    const problems = problemsWith(form.details, settings, texts)
    form.show(problems)
    if (isPlacing || Object.keys(problems).length > 0) {
      return
    }
    setIsPlacing(true)
    const attempt = await placeOrder(client, cart.id, form.details, settings)
    setIsPlacing(false)
    if (attempt.outcome === "placed") {
      void navigate(`/orders/${attempt.order.id}`, { replace: true })
      forgetCart()
      return
    }
    await reloadCart()
    const told =
      attempt.outcome === "refused" ? tellRefusal(attempt.refusal, texts.language) : undefined
    setIsUnanswered(!told)
    form.show(told?.problems ?? {})
    setMessage(told?.rest)
    if (Object.keys(told?.problems ?? {}).length === 0) {
      requestAnimationFrame(() => messageBox.current?.focus())
    }
  }

  return (
    <form className="columns" noValidate onSubmit={(event) => void submit(event)}>
      <div className="checkout">
        <AddressFields form={form} />
        <DeliveryChoice
          cartId={cart.id}
          form={form}
          onChoose={(id) =>
            chooseDelivery.mutate(id, {
              onError: () => {
                form.set("deliveryId", "")
                setMessage(checkout.deliveryFailed)
              },
            })
          }
        />
        <PaymentChoice form={form} invoiceProviderId={settings?.provider_id}>
          {paysByInvoice && <InvoiceFields form={form} settings={settings} />}
        </PaymentChoice>
      </div>
      <OrderSummary
        cart={cart}
        invoiceFee={
          paysByInvoice && settings.invoice_fee.applicable ? settings.invoice_fee.amount : undefined
        }
      >
        <div ref={messageBox} tabIndex={-1} className="checkout-message">
          {isUnanswered && (
            <Notice tone="problem">
              <p>{checkout.noAnswer}</p>
              <p className="quiet">{checkout.pressAgain}</p>
            </Notice>
          )}
          {message && (
            <Notice tone="problem">
              <p>{message}</p>
              <p className="quiet">{checkout.tryAgain}</p>
            </Notice>
          )}
        </div>
        <button
          type="submit"
          className="button button-wide"
          disabled={chooseDelivery.isPending}
          aria-disabled={isPlacing}
        >
          {isPlacing ? checkout.placing : checkout.place}
        </button>
        <p className="quiet">
          {checkout.terms} <Link to="/terms">{checkout.termsLink}</Link>.
        </p>
        <p className="visually-hidden" role="status">
          {isPlacing && `${checkout.placing}.`}
        </p>
      </OrderSummary>
    </form>
  )
}
