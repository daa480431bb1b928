import { Link } from "react-router-dom"
import { useCart } from "../cart/use-cart"

/** Name of the store and the way to the cart. */
export const Header = () => {
  const { cart } = useCart()
  const count = (cart?.items ?? []).reduce((sum, item) => sum + item.quantity, 0)
  return (
    <header className="header">
      <div className="header-inner">
        <Link className="brand" to="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <path d="M3 24l9-14 5 8 4-6 8 12z" fill="currentColor" />
          </svg>
          Fjord &amp; Fjell
        </Link>
        <nav aria-label="Main">
          <Link
            className="cart-link"
            to="/cart"
            aria-label={`Cart, ${count === 1 ? "1 item" : `${count} items`}`}
          >
            Cart
            <span className="cart-count" aria-hidden="true">
              {count}
            </span>
          </Link>
        </nav>
      </div>
    </header>
  )
}
