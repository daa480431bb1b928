import { Link } from "react-router-dom"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { useLanguage } from "../texts/language"
import { CartLine } from "./cart-line"
import { PromotionCode } from "./promotion-code"
import { Totals } from "./totals"
import { useCart } from "./use-cart"

/** What the shopper is about to buy. */
export const CartPage = () => {
  const { cart, isPending, setQuantity } = useCart()
  const { texts } = useLanguage()
  const lines = cart?.items ?? []
  return (
    <>
      <PageHeading>{texts.cart.title}</PageHeading>
      {isPending && <Notice tone="info">{texts.cart.fetching}</Notice>}
      {!isPending && lines.length === 0 && (
        <p className="lead">
          {texts.cart.empty} <Link to="/">{texts.seeGoods}</Link>.
        </p>
      )}
      {cart && lines.length > 0 && (
        <div className="columns">
          <section aria-label={texts.cart.goods} className="card">
            {setQuantity.isError && <Notice tone="problem">{texts.cart.notChanged}</Notice>}
            <ul className="cart-lines">
              {lines.map((line) => (
                <CartLine
                  key={line.id}
                  line={line}
                  disabled={setQuantity.isPending}
                  onQuantity={(quantity) => setQuantity.mutate({ id: line.id, quantity })}
                />
              ))}
            </ul>
          </section>
          <aside aria-label={texts.cart.sum} className="card">
            <PromotionCode cart={cart} />
            <Totals totals={cart} />
            <Link className="button button-wide" to="/checkout">
              {texts.cart.toCheckout}
            </Link>
          </aside>
        </div>
      )}
    </>
  )
}
