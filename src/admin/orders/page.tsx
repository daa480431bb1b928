import { ArrowPath } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { OrderStatusBadge } from "../components/badges"
import { ActionButton } from "../components/action-button"
import { inContainer, Loaded, PageHeader, Section } from "../components/section"
import { useTexts } from "../lib/texts"
import { OpenOperationsSection } from "../operations/table"
import { CancelOrderDrawer, OpenRefunds } from "./actions"
import { type EInvoiceOrderDetail, orderTarget, readOrderDetail } from "./data"
import { useEInvoiceOrder } from "./queries"
import { EInvoiceOrderFacts, OrderWarnings } from "./section"
import { SentRequestDetails } from "./sent-request"
import { OtherOrders, SettleCreationDrawer } from "./settle"
import { TimelineEntryItem } from "./timeline"
import { orderName, statusText } from "./words"

/** One e-invoice order on a page of its own: for those that have no page in Medusa. */
export const OrderPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const order = useEInvoiceOrder(id)

  return (
    <Loaded query={order} loading={t("load.loading")} rows={6} frame={inContainer}>
      {(found) => <FoundOrder order={found} />}
    </Loaded>
  )
}

const FoundOrder = ({ order }: { order: EInvoiceOrderDetail }) => {
  const t = useTexts()
  const target = orderTarget(order)

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={t("invoiceOrders.page.title", {
          number: orderName(t, order) ?? order.remote_order_uuid ?? order.id,
        })}
        badge={<OrderStatusBadge order={order} />}
        actions={<OrderPageActions order={order} />}
      />
      <OrderWarnings order={order} />
      <OpenOperationsSection e_invoice_order_id={order.id} />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <div className="flex flex-col gap-y-3">
          <Section title={t("invoiceOrders.page.facts")}>
            <EInvoiceOrderFacts order={order} namesCustomer />
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {target.startsWith("/orders/") ? (
                <Link to={target} className="text-ui-fg-base underline underline-offset-2">
                  {t("invoiceOrders.page.toMedusa")}
                </Link>
              ) : (
                t("invoiceOrders.page.notInMedusa")
              )}
            </Text>
          </Section>
          <Section title={t("timeline.title")}>
            {order.timeline.length > 0 ? (
              <ol className="divide-y divide-dashed">
                {order.timeline.toReversed().map((entry) => (
                  <TimelineEntryItem
                    key={entry.id}
                    entry={entry}
                    currencyCode={order.currency_code}
                  />
                ))}
              </ol>
            ) : (
              <Text size="small" className="text-ui-fg-subtle px-6 py-4">
                {t("timeline.empty")}
              </Text>
            )}
          </Section>
        </div>
        <Section title={t("sentRequest.title")} description={t("sentRequest.description")}>
          <SentRequestDetails order={order} />
        </Section>
      </div>
    </div>
  )
}

/** What can be done with an e-invoice order on a page of its own. */
const OrderPageActions = ({ order }: { order: EInvoiceOrderDetail }) => {
  const t = useTexts()
  // Medusa may have taken the order back; then there is nothing of it to fetch anew.
  const orderId = order.order_id ?? ""

  return (
    <>
      {order.state === "in_doubt" && <SettleCreationDrawer order={order} orderId={orderId} />}
      {order.flags.includes("refund_in_doubt") && <OpenRefunds order={order} orderId={orderId} />}
      {order.flags.includes("second_order") && <OtherOrders order={order} orderId={orderId} />}
      <ActionButton
        label={t("actions.refresh")}
        icon={<ArrowPath />}
        operation={{
          path: `/orders/${encodeURIComponent(order.id)}/refresh`,
          orderId: order.order_id ?? undefined,
        }}
        read={readOrderDetail}
        success={(refreshed) => t("actions.refreshed", { status: statusText(t, refreshed) })}
        running={t("actions.refreshing")}
      />
      {order.remote_order_uuid !== null && <CancelOrderDrawer order={order} orderId={orderId} />}
    </>
  )
}
