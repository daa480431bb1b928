import type { HttpTypes } from "@medusajs/framework/types"
import { useRef, useState, type FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import type { CheckoutSettings } from "../../../../src/storefront"
import { useCart } from "../cart/use-cart"
import { Notice } from "../layout/notice"
import { useStore } from "../store/store-context"
import { AddressFields } from "./address-fields"
import { problemsWith } from "./check-details"
import { DeliveryChoice } from "./delivery-choice"
import { InvoiceFields } from "./invoice-fields"
import { OrderSummary } from "./order-summary"
import { PaymentChoice } from "./payment-choice"
import { placeOrder } from "./place-order"
import { useCheckoutForm } from "./use-checkout-form"

type CheckoutFormProps = {
  cart: HttpTypes.StoreCart
  /** Absent when the store does not say how invoices are set up. */
  settings: CheckoutSettings | undefined
}

/** Asks for all that is needed, in the order of the page, and places the order. */
export const CheckoutForm = ({ cart, settings }: CheckoutFormProps) => {
  const { client } = useStore()
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
    const problems = problemsWith(form.details, settings)
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
    const refusal = attempt.outcome === "refused" ? attempt : undefined
    setIsUnanswered(!refusal)
    form.show(refusal?.problems ?? {})
    setMessage(refusal?.message)
    if (Object.keys(refusal?.problems ?? {}).length === 0) {
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
                setMessage("This delivery could not be chosen. Please try again.")
              },
            })
          }
        />
        <PaymentChoice form={form} invoiceProviderId={settings?.provider_id}>
          {paysByInvoice && <InvoiceFields form={form} settings={settings} />}
        </PaymentChoice>
      </div>
      <OrderSummary cart={cart}>
        <div ref={messageBox} tabIndex={-1} className="checkout-message">
          {isUnanswered && (
            <Notice tone="problem">
              <p>The store gave no answer.</p>
              <p className="quiet">
                Press the button once more: if your order has been placed already you will see it,
                and nothing is ordered twice.
              </p>
            </Notice>
          )}
          {message && (
            <Notice tone="problem">
              <p>{message}</p>
              <p className="quiet">Your cart is untouched: change what you like and try again.</p>
            </Notice>
          )}
        </div>
        <button
          type="submit"
          className="button button-wide"
          disabled={chooseDelivery.isPending}
          aria-disabled={isPlacing}
        >
          {isPlacing ? "Placing your order" : "Place order"}
        </button>
        <p className="visually-hidden" role="status">
          {isPlacing && "Placing your order."}
        </p>
      </OrderSummary>
    </form>
  )
}
