import type { CheckoutSettings } from "../../../../src/storefront"
import { useLanguage } from "../texts/language"

/** Tells the shopper of the fee before the order is placed: it is on the invoice, not in the total of the cart. */
export const InvoiceFeeNotice = ({ fee }: { fee: CheckoutSettings["invoice_fee"] }) => {
  const { texts, money } = useLanguage()
  const { invoice } = texts
  if (!fee.applicable) {
    return <p className="fee">{invoice.noFee}</p>
  }
  return (
    <p className="fee">
      {fee.amount === undefined ? invoice.unknownFee : invoice.fee(money(fee.amount))}
    </p>
  )
}
