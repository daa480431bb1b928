import type { HttpTypes } from "@medusajs/framework/types"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "react-router-dom"
import { OrderLines } from "../cart/order-lines"
import { Totals } from "../cart/totals"
import { Notice } from "../layout/notice"
import { useCheckoutSettings } from "../checkout/checkout-settings"
import { PageHeading } from "../layout/page-heading"
import { useStore } from "../store/store-context"
import { useLanguage } from "../texts/language"

/** Thanks the shopper and says what happens next. */
export const ConfirmationPage = () => {
  const { id = "" } = useParams()
  const { client } = useStore()
  const { texts, money } = useLanguage()
  const fee = useCheckoutSettings().data?.invoice_fee
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
  if (!order) {
    return <Notice tone="info">{texts.order.fetching}</Notice>
  }
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
          {isPaidByInvoice(order) ? (
            <>
              <p>
                {texts.order.byInvoice(money(order.total))}
                {fee?.applicable && ` ${texts.order.byInvoiceAndFee}`}
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
          <Totals totals={order} />
        </aside>
      </div>
    </>
  )
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
