import type { HttpTypes } from "@medusajs/framework/types"
import { useLanguage } from "../texts/language"

type CartLineProps = {
  line: HttpTypes.StoreCartLineItem
  disabled: boolean
  /** Zero takes the line out of the cart. */
  onQuantity: (quantity: number) => void
}

/** One line of the cart, with its quantity. */
export const CartLine = ({ line, disabled, onQuantity }: CartLineProps) => {
  const { texts, money } = useLanguage()
  const { cart } = texts
  const name = `${line.product_title ?? line.title}, ${line.variant_title}`
  return (
    <li className="cart-line">
      <div>
        <p className="cart-line-title">{line.product_title}</p>
        <p className="quiet">
          {line.variant_title}, {cart.each(money(line.unit_price))}
        </p>
      </div>
      <div className="quantity" role="group" aria-label={cart.quantityOf(name)}>
        <button
          type="button"
          aria-label={line.quantity === 1 ? cart.remove : cart.oneLess}
          disabled={disabled}
          onClick={() => onQuantity(line.quantity - 1)}
        >
          −
        </button>
        <span aria-live="polite">{line.quantity}</span>
        <button
          type="button"
          aria-label={cart.oneMore}
          disabled={disabled}
          onClick={() => onQuantity(line.quantity + 1)}
        >
          +
        </button>
      </div>
      <p className="cart-line-sum">{money(line.unit_price * line.quantity)}</p>
    </li>
  )
}
