import type { HttpTypes } from "@medusajs/framework/types"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { Totals } from "../cart/totals"
import { money } from "../store/money"

/** What is being ordered and what it costs. */
export const OrderSummary = ({
  cart,
  children,
}: {
  cart: HttpTypes.StoreCart
  children: ReactNode
}) => (
  <aside className="card summary" aria-labelledby="summary-title">
    <h2 id="summary-title">Your order</h2>
    <ul className="summary-lines">
      {(cart.items ?? []).map((line) => (
        <li key={line.id}>
          <span>
            {line.quantity} × {line.product_title}
            <span className="quiet">, {line.variant_title}</span>
          </span>
          <span>{money(line.unit_price * line.quantity)}</span>
        </li>
      ))}
    </ul>
    <Totals totals={cart} />
    <p className="quiet">
      <Link to="/cart">Change the cart</Link>
    </p>
    {children}
  </aside>
)
