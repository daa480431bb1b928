import { Text } from "@medusajs/ui"

import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import { useTexts } from "../lib/texts"
import { OrderDetailDrawer } from "./order-detail-drawer"
import { SentLinesTable } from "./sent-lines-table"
import { SentRequestFacts } from "./sent-request-facts"
import { SentTotals } from "./sent-totals"

type SentRequestDrawerProps = {
  order: EInvoiceOrderSummary
}

/** What the service was sent for an e-invoice order: its lines and totals. */
export const SentRequestDrawer = ({ order }: SentRequestDrawerProps) => {
  const t = useTexts()

  return (
    <OrderDetailDrawer
      id={order.id}
      title={t("sentRequest.title")}
      description={t("sentRequest.description")}
    >
      {({ sent_request }) =>
        sent_request ? (
          <>
            <SentLinesTable lines={sent_request.products} currencyCode={order.currency_code} />
            <SentTotals totals={sent_request.orderSummary} currencyCode={order.currency_code} />
            <SentRequestFacts request={sent_request} />
          </>
        ) : (
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("sentRequest.empty")}
          </Text>
        )
      }
    </OrderDetailDrawer>
  )
}
