import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"

import { Section } from "../components/section"
import { useTexts } from "../lib/texts"
import { ReserveOrderDrawer, useOrderReservations } from "../reservations/link-actions"
import { CreateSubscriptionDrawer } from "../subscriptions/create"
import { useOrderSubscriptions } from "../subscriptions/order-subscription"

/** The order page: what can be made of the order and is not yet. What there is has a section of its own. */
const EInvoiceOrderStartWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const reservations = useOrderReservations(order).data
  const subscriptions = useOrderSubscriptions(order).data
  const mayReserve = reservations?.length === 0
  const maySubscribe = subscriptions?.rows.length === 0

  if (!mayReserve && !maySubscribe) {
    return null
  }
  return (
    <Section title={t("navigation.order.title")} description={t("navigation.order.description")}>
      <div className="flex flex-wrap gap-2 px-6 py-4">
        {mayReserve && <ReserveOrderDrawer order={order} />}
        {maySubscribe && <CreateSubscriptionDrawer order={order} />}
      </div>
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.side",
  id: "e-invoice.order-start",
})

export default EInvoiceOrderStartWidget
