import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"

import { LoadFailure, Section } from "../components/section"
import { CreateSubscriptionDrawer } from "../subscriptions/create"
import { OrderSubscription, useOrderSubscriptions } from "../subscriptions/order-subscription"
import { useTexts } from "../lib/texts"

/** The order page: a subscription that bills this order's lines again and again. Absent while there is none. */
const EInvoiceOrderSubscriptionWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const records = useOrderSubscriptions(order)

  if (!records.isError && !records.data?.rows.length) {
    return null
  }

  return (
    <Section
      title={t("subscriptions.section.title")}
      description={t("subscriptions.section.description")}
      actions={<CreateSubscriptionDrawer order={order} />}
    >
      {records.data ? (
        records.data.rows.map((record) => (
          <OrderSubscription key={record.id} record={record} currencyCode={order.currency_code} />
        ))
      ) : (
        <LoadFailure title={t("subscriptions.loadFailed")} query={records} />
      )}
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details",
  id: "e-invoice.order-subscription",
})

export default EInvoiceOrderSubscriptionWidget
