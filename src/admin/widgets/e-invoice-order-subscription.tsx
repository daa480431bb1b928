import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"

import { LoadFailure, LoadingRows, Section } from "../components/section"
import { CreateSubscriptionDrawer } from "../subscriptions/create"
import { OrderSubscription } from "../subscriptions/order-subscription"
import { readRecordPage } from "../subscriptions/data"
import { useTexts } from "../lib/texts"
import { useEInvoiceQuery } from "../lib/queries"

/** The order page: a subscription that bills this order's lines again and again. */
const EInvoiceOrderSubscriptionWidget = ({ data: order }: DetailWidgetProps<AdminOrder>) => {
  const t = useTexts()
  const records = useEInvoiceQuery(
    {
      path: "/records",
      query: { kind: "subscription", order_id: order.id, limit: 20 },
    },
    readRecordPage
  )
  const isCancelled = order.status === "canceled"

  return (
    <Section
      title={t("subscriptions.section.title")}
      description={t("subscriptions.section.description")}
      actions={
        <CreateSubscriptionDrawer
          order={order}
          unavailable={isCancelled ? t("subscriptions.section.orderCancelled") : undefined}
        />
      }
    >
      {records.isError ? (
        <LoadFailure
          title={t("subscriptions.loadFailed")}
          error={records.error}
          isRetrying={records.isFetching}
          onRetry={() => void records.refetch()}
        />
      ) : records.data ? (
        records.data.rows.length > 0 ? (
          records.data.rows.map((record) => (
            <OrderSubscription key={record.id} record={record} currencyCode={order.currency_code} />
          ))
        ) : (
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("subscriptions.section.none")}
          </Text>
        )
      ) : (
        <LoadingRows label={t("subscriptions.loading")} rows={1} />
      )}
    </Section>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details",
  id: "e-invoice.order-subscription",
})

export default EInvoiceOrderSubscriptionWidget
