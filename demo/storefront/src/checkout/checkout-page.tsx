import { Link } from "react-router-dom"
import { useCart } from "../cart/use-cart"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { CheckoutForm } from "./checkout-form"
import { useCheckoutSettings } from "./checkout-settings"
import { PlacedOrder } from "./placed-order"

/** The way from a cart to an order, on one page. */
export const CheckoutPage = () => {
  const { cart, completedCartId, isPending } = useCart()
  const settings = useCheckoutSettings()
  const isEmpty = !cart || (cart.items ?? []).length === 0
  return (
    <>
      <PageHeading>Checkout</PageHeading>
      {isPending || settings.isPending ? (
        <Notice tone="info">Fetching your cart.</Notice>
      ) : completedCartId ? (
        <PlacedOrder cartId={completedCartId} />
      ) : isEmpty ? (
        <p className="lead">
          Your cart is empty. <Link to="/">See what we sell</Link>.
        </p>
      ) : (
        <>
          {settings.isError && (
            <Notice tone="problem">Payment by invoice is not available just now.</Notice>
          )}
          <CheckoutForm cart={cart} settings={settings.data} />
        </>
      )}
    </>
  )
}
