import { Link } from "react-router-dom"
import { useCart } from "../cart/use-cart"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { useLanguage } from "../texts/language"
import { CheckoutForm } from "./checkout-form"
import { useCheckoutSettings } from "./checkout-settings"
import { PlacedOrder } from "./placed-order"

/** The way from a cart to an order, on one page. */
export const CheckoutPage = () => {
  const { cart, completedCartId, isPending } = useCart()
  const settings = useCheckoutSettings()
  const { texts } = useLanguage()
  const isEmpty = !cart || (cart.items ?? []).length === 0
  return (
    <>
      <PageHeading>{texts.checkout.title}</PageHeading>
      {isPending || settings.isPending ? (
        <Notice tone="info">{texts.cart.fetching}</Notice>
      ) : completedCartId ? (
        <PlacedOrder cartId={completedCartId} />
      ) : isEmpty ? (
        <p className="lead">
          {texts.cart.empty} <Link to="/">{texts.seeGoods}</Link>.
        </p>
      ) : (
        <>
          {settings.isError && <Notice tone="problem">{texts.checkout.invoiceUnavailable}</Notice>}
          <CheckoutForm cart={cart} settings={settings.data} />
        </>
      )}
    </>
  )
}
