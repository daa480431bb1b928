import { Alert, Container, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import type { EInvoiceOrderDetail } from "../../lib/e-invoice-order"
import { warningForReason } from "../../lib/order-warnings"
import { useTexts } from "../../lib/texts"
import { useEInvoiceOrder } from "../../lib/use-e-invoice-order"
import { EInvoiceOrderFacts } from "../e-invoice-order-facts"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { OpenOperationsSection } from "../operations/open-operations-section"
import { OrderStatusBadge } from "../order-status-badge"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { TimelineEntryItem } from "../timeline-entry-item"
import { orderTarget } from "./order-list"
import { OrderPageActions } from "./order-page-actions"
import { SentRequest } from "./sent-request"

/** One e-invoice order on a page of its own: for those that have no page in Medusa. */
export const OrderPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceOrder(id)

  if (data) {
    return <LoadedOrder order={data} />
  }
  return (
    <Container className="p-0">
      {error ? (
        <LoadFailure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={t("load.loading")} rows={6} />
      )}
    </Container>
  )
}

const LoadedOrder = ({ order }: { order: EInvoiceOrderDetail }) => {
  const t = useTexts()
  const target = orderTarget(order)
  const reasons = order.state === "in_doubt" ? ["in_doubt"] : order.flags
  const warnings = reasons.map(warningForReason)

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={t("invoiceOrders.page.title", {
          number: order.reference_no ?? order.remote_order_uuid ?? order.id,
        })}
        badge={<OrderStatusBadge order={order} />}
        actions={<OrderPageActions order={order} />}
      />
      {warnings.map((warning) => (
        <Alert key={warning.title} variant="warning">
          <Text as="span" size="small" leading="compact" weight="plus">
            {t(warning.title)}
          </Text>
          <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
            {t(warning.advice)}
          </Text>
        </Alert>
      ))}
      <OpenOperationsSection e_invoice_order_id={order.id} />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <div className="flex flex-col gap-y-3">
          <Section title={t("invoiceOrders.page.facts")}>
            <EInvoiceOrderFacts order={order} />
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
          <SentRequest order={order} />
        </Section>
      </div>
    </div>
  )
}
