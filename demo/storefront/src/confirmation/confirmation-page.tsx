import type { HttpTypes } from "@medusajs/framework/types"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "react-router-dom"
import { Totals } from "../cart/totals"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { money } from "../store/money"
import { useStore } from "../store/store-context"

/** Thanks the shopper and says what happens next. */
export const ConfirmationPage = () => {
  const { id = "" } = useParams()
  const { client } = useStore()
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
        <PageHeading>We do not know this order</PageHeading>
        <p>
          <Link to="/">Back to the shop</Link>
        </p>
      </>
    )
  }
  if (!order) {
    return <Notice tone="info">Fetching your order.</Notice>
  }
  return (
    <>
      <PageHeading>Thank you for your order</PageHeading>
      <div className="columns">
        <section className="card" aria-label="What happens next">
          <p className="order-number">
            Order number <strong>{order.display_id}</strong>
          </p>
          {otherReference(order) && (
            <p>
              Your invoice names this order by the number <strong>{otherReference(order)}</strong>.
            </p>
          )}
          <p>We pack your goods now. Notices about the order go to {order.email}.</p>
          <p className="quiet">
            If you chose to pay by invoice, the invoice reaches you separately; nothing is to be
            paid until then.
          </p>
          <p>
            <Link to="/">Back to the shop</Link>
          </p>
        </section>
        <aside className="card summary" aria-labelledby="order-title">
          <h2 id="order-title">Your order</h2>
          <ul className="summary-lines">
            {(order.items ?? []).map((line) => (
              <li key={line.id}>
                <span>
                  {line.quantity} × {line.product_title}
                  <span className="quiet">, {line.variant_title}</span>
                </span>
                <span>{money(line.unit_price * line.quantity)}</span>
              </li>
            ))}
          </ul>
          <Totals totals={order} />
        </aside>
      </div>
    </>
  )
}

/** What the invoice calls the order, where that is not its number. */
const otherReference = ({ display_id, payment_collections }: HttpTypes.StoreOrder) =>
  (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .map(({ data }) => data?.["reference_no"])
    .filter((reference) => typeof reference === "string")
    .find((reference) => reference !== String(display_id))
