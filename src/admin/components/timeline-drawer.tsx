import { Text } from "@medusajs/ui"

import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import { useTexts } from "../lib/texts"
import { OrderDetailDrawer } from "./order-detail-drawer"
import { TimelineEntryItem } from "./timeline-entry-item"

type TimelineDrawerProps = {
  order: EInvoiceOrderSummary
}

/** Everything that happened to an e-invoice order, the newest first. */
export const TimelineDrawer = ({ order }: TimelineDrawerProps) => {
  const t = useTexts()

  return (
    <OrderDetailDrawer
      id={order.id}
      title={t("timeline.title")}
      description={t("timeline.description")}
    >
      {({ timeline }) =>
        timeline.length > 0 ? (
          <ol className="divide-y divide-dashed">
            {timeline.toReversed().map((entry) => (
              <TimelineEntryItem key={entry.id} entry={entry} currencyCode={order.currency_code} />
            ))}
          </ol>
        ) : (
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("timeline.empty")}
          </Text>
        )
      }
    </OrderDetailDrawer>
  )
}
