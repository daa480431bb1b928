import { Link } from "react-router-dom"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { CartLine } from "./cart-line"
import { PromotionCode } from "./promotion-code"
import { Totals } from "./totals"
import { useCart } from "./use-cart"

/** What the shopper is about to buy. */
export const CartPage = () => {
  const { cart, isPending, setQuantity } = useCart()
  const lines = cart?.items ?? []
  return (
    <>
      <PageHeading>Your cart</PageHeading>
      {isPending && <Notice tone="info">Fetching your cart.</Notice>}
      {!isPending && lines.length === 0 && (
        <p className="lead">
          It is empty. <Link to="/">See what we sell</Link>.
        </p>
      )}
      {cart && lines.length > 0 && (
        <div className="columns">
          <section aria-label="Goods" className="card">
            {setQuantity.isError && (
              <Notice tone="problem">The cart could not be changed. Please try again.</Notice>
            )}
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
          <aside aria-label="Sum" className="card">
            <PromotionCode cart={cart} />
            <Totals totals={cart} />
            <Link className="button button-wide" to="/checkout">
              Go to checkout
            </Link>
          </aside>
        </div>
      )}
    </>
  )
}
