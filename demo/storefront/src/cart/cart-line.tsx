import type { HttpTypes } from "@medusajs/framework/types"
import { money } from "../store/money"

type CartLineProps = {
  line: HttpTypes.StoreCartLineItem
  disabled: boolean
  /** Zero takes the line out of the cart. */
  onQuantity: (quantity: number) => void
}

/** One line of the cart, with its quantity. */
export const CartLine = ({ line, disabled, onQuantity }: CartLineProps) => {
  const name = `${line.product_title ?? line.title}, ${line.variant_title}`
  return (
    <li className="cart-line">
      <div>
        <p className="cart-line-title">{line.product_title}</p>
        <p className="quiet">
          {line.variant_title}, {money(line.unit_price)} each
        </p>
      </div>
      <div className="quantity" role="group" aria-label={`Quantity of ${name}`}>
        <button
          type="button"
          aria-label={line.quantity === 1 ? "Remove" : "One less"}
          disabled={disabled}
          onClick={() => onQuantity(line.quantity - 1)}
        >
          −
        </button>
        <span aria-live="polite">{line.quantity}</span>
        <button
          type="button"
          aria-label="One more"
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
