import type { HttpTypes } from "@medusajs/framework/types"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { OrderLines } from "../cart/order-lines"
import { Totals } from "../cart/totals"
import { useLanguage } from "../texts/language"

/** What is being ordered and what it costs. */
export const OrderSummary = ({
  cart,
  invoiceFee,
  children,
}: {
  cart: HttpTypes.StoreCart
  /** What the invoice adds, where the shopper pays by invoice and the fee is known; major units. */
  invoiceFee: number | undefined
  children: ReactNode
}) => {
  const { texts } = useLanguage()
  return (
    <aside className="card summary" aria-labelledby="summary-title">
      <h2 id="summary-title">{texts.checkout.yourOrder}</h2>
      <OrderLines items={cart.items} />
      <Totals totals={cart} invoiceFee={invoiceFee} />
      <p className="quiet">
        <Link to="/cart">{texts.checkout.changeCart}</Link>
      </p>
      {children}
    </aside>
  )
}
