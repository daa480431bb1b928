import { money } from "../store/money"
import type { CheckoutSettings } from "../../../../src/storefront"

/** Tells the shopper of the fee before the order is placed: it is on the invoice, not in the total of the cart. */
export const InvoiceFeeNotice = ({ fee }: { fee: CheckoutSettings["invoice_fee"] }) =>
  fee.applicable ? (
    <p className="fee">
      {fee.amount === undefined
        ? "An invoice fee is added to the invoice. It is not part of the total shown here."
        : `An invoice fee of ${money(fee.amount)} is added to the invoice. It is not part of the total shown here.`}
    </p>
  ) : (
    <p className="fee">There is no invoice fee.</p>
  )
