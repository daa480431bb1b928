import { useLanguage } from "../texts/language"

type TotalsProps = {
  totals: {
    original_item_total: number
    original_shipping_total: number
    discount_total: number
    tax_total: number
    total: number
    shipping_methods?: unknown[] | null
  }
  /** What the invoice adds, where the shopper pays by invoice and the fee is known; major units. */
  invoiceFee?: number | undefined
}

/** The sums of a cart or an order, all including VAT. */
export const Totals = ({ totals, invoiceFee }: TotalsProps) => {
  const { texts, money } = useLanguage()
  const names = texts.totals
  return (
    <dl className="totals">
      <Sum name={names.goods} amount={money(totals.original_item_total)} />
      {totals.discount_total > 0 && (
        <Sum name={names.discount} amount={`−${money(totals.discount_total)}`} />
      )}
      {(totals.shipping_methods ?? []).length > 0 && (
        <Sum name={names.delivery} amount={money(totals.original_shipping_total)} />
      )}
      <Sum name={names.total} amount={money(totals.total)} className="totals-sum" />
      <Sum name={names.vat} amount={money(totals.tax_total)} className="quiet" />
      {invoiceFee !== undefined && (
        <>
          <Sum name={names.fee} amount={money(invoiceFee)} />
          <Sum
            name={names.toPay}
            amount={money(totals.total + invoiceFee)}
            className="totals-sum"
          />
        </>
      )}
    </dl>
  )
}

const Sum = ({ name, amount, className }: { name: string; amount: string; className?: string }) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
)
