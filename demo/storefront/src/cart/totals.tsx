import { money } from "../store/money"

type TotalsProps = {
  totals: {
    original_item_total: number
    original_shipping_total: number
    discount_total: number
    tax_total: number
    total: number
    shipping_methods?: unknown[] | null
  }
}

/** The sums of a cart or an order, all including VAT. */
export const Totals = ({ totals }: TotalsProps) => (
  <dl className="totals">
    <div>
      <dt>Goods</dt>
      <dd>{money(totals.original_item_total)}</dd>
    </div>
    {totals.discount_total > 0 && (
      <div>
        <dt>Discount</dt>
        <dd>−{money(totals.discount_total)}</dd>
      </div>
    )}
    {(totals.shipping_methods ?? []).length > 0 && (
      <div>
        <dt>Delivery</dt>
        <dd>{money(totals.original_shipping_total)}</dd>
      </div>
    )}
    <div className="totals-sum">
      <dt>Total</dt>
      <dd>{money(totals.total)}</dd>
    </div>
    <div className="quiet">
      <dt>Of which VAT</dt>
      <dd>{money(totals.tax_total)}</dd>
    </div>
  </dl>
)
