import { Link } from "react-router-dom"
import { useCart } from "../cart/use-cart"
import { useLanguage } from "../texts/language"

/** Name of the store and the way to the cart. */
export const Header = () => {
  const { cart } = useCart()
  const { texts, switchLanguage } = useLanguage()
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
        <nav aria-label={texts.cart.main}>
          <button
            type="button"
            className="language"
            lang={texts.language === "en" ? "nb" : "en"}
            onClick={switchLanguage}
          >
            {texts.switchTo}
          </button>
          <Link className="cart-link" to="/cart" aria-label={texts.cart.linkName(count)}>
            {texts.cart.link}
            <span className="cart-count" aria-hidden="true">
              {count}
            </span>
          </Link>
        </nav>
      </div>
    </header>
  )
}
