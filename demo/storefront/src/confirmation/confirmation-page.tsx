import type { HttpTypes } from "@medusajs/framework/types"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "react-router-dom"
import { OrderLines } from "../cart/order-lines"
import { Totals } from "../cart/totals"
import { Notice } from "../layout/notice"
import { useCheckoutSettings } from "../checkout/checkout-settings"
import { PageHeading } from "../layout/page-heading"
import { useStore } from "../store/store-context"
import type { Texts } from "../texts/en"
import { useLanguage } from "../texts/language"

/** Thanks the shopper and says what happens next. */
export const ConfirmationPage = () => {
  const { id = "" } = useParams()
  const { client } = useStore()
  const { texts, money } = useLanguage()
  const settings = useCheckoutSettings()
  const { data: order, isError } = useQuery({
    queryKey: ["order", id],
    queryFn: async () => {
      const { order } = await client.store.order.retrieve(id, {
        fields: "*payment_collections.payments",
      })
      return order
    },
  })
  if (isError) {
    return (
      <>
        <PageHeading>{texts.order.unknown}</PageHeading>
        <p>
          <Link to="/">{texts.backToShop}</Link>
        </p>
      </>
    )
  }
  // Without the settings, the sum of an invoice would lack its fee.
  if (!order || settings.isPending) {
    return <Notice tone="info">{texts.order.fetching}</Notice>
  }
  const byInvoice = isPaidByInvoice(order)
  const fee =
    byInvoice && settings.data?.invoice_fee.applicable ? settings.data.invoice_fee : undefined
  return (
    <>
      <PageHeading>{texts.order.thanks}</PageHeading>
      <div className="columns">
        <section className="card" aria-label={texts.order.next}>
          <p className="order-number">
            {texts.order.number} <strong>{order.display_id}</strong>
          </p>
          {otherReference(order) && (
            <p>
              {texts.order.otherNumber} <strong>{otherReference(order)}</strong>.
            </p>
          )}
          <p>{texts.order.packing(order.email ?? "")}</p>
          {byInvoice ? (
            <>
              <p>
                {invoiceSentence(texts.order, money, order.total, fee)} {texts.order.invoiceComes}
              </p>
              <p className="quiet">{texts.order.returns}</p>
            </>
          ) : (
            <p>{texts.order.inTheShop(money(order.total))}</p>
          )}
          <p>
            <Link to="/">{texts.backToShop}</Link>
          </p>
        </section>
        <aside className="card summary" aria-labelledby="order-title">
          <h2 id="order-title">{texts.checkout.yourOrder}</h2>
          <OrderLines items={order.items} />
          <Totals totals={order} invoiceFee={fee?.amount} />
        </aside>
      </div>
    </>
  )
}

/** What the shopper pays by invoice: the service adds the fee, which Medusa's total lacks. */
const invoiceSentence = (
  texts: Texts["order"],
  money: (amount: number) => string,
  total: number,
  fee: { amount?: number | undefined } | undefined
) => {
  if (!fee) {
    return texts.byInvoice(money(total))
  }
  return fee.amount === undefined
    ? texts.byInvoiceAndFee(money(total))
    : texts.byInvoiceWithFee(money(total), money(fee.amount), money(total + fee.amount))
}

/** The provider's own id is that of the account, so its family is told by its beginning. */
const isPaidByInvoice = ({ payment_collections }: HttpTypes.StoreOrder) =>
  (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(({ provider_id }) => provider_id.startsWith("pp_e-invoice"))

/** What the invoice calls the order, where that is not its number. */
const otherReference = ({ display_id, payment_collections }: HttpTypes.StoreOrder) =>
  (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .map(({ data }) => data?.["reference_no"])
    .filter((reference) => typeof reference === "string")
    .find((reference) => reference !== String(display_id))
