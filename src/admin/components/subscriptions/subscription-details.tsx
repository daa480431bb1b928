import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { OpenOperationsSection } from "../operations/open-operations-section"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { CyclesTable } from "./cycles-table"
import { LinesTable } from "./lines-table"
import { SubscriptionActions } from "./subscription-actions"
import { SubscriptionBadge } from "./subscription-badges"
import { parseRecordPage, parseSubscription, type Subscription } from "./subscription-data"
import { SubscriptionFacts } from "./subscription-facts"

type SubscriptionDetailsProps = {
  uuid: string
}

/** Everything the service says of one subscription, and what can be done with it. */
export const SubscriptionDetails = ({ uuid }: SubscriptionDetailsProps) => {
  const t = useTexts()
  const subscription = useEInvoiceQuery(
    {
      path: operationPath("subscriptions.details"),
      query: { subscriptionUuid: uuid },
      isAlwaysFresh: true,
    },
    parseSubscription
  )
  const records = useEInvoiceQuery(
    { path: "/records", query: { kind: "subscription", remote_uuid: uuid } },
    parseRecordPage
  )
  const [record] = records.data?.rows ?? []

  if (!subscription.data) {
    return (
      <>
        <OpenOperationsSection subject_uuid={uuid} />
        <Section title={t("subscriptions.details.title")}>
          {subscription.isError ? (
            <LoadFailure
              title={t("subscriptions.loadFailed")}
              error={subscription.error}
              isRetrying={subscription.isFetching}
              onRetry={() => void subscription.refetch()}
            />
          ) : (
            <LoadingRows label={t("subscriptions.loading")} rows={8} />
          )}
        </Section>
      </>
    )
  }

  const { data } = subscription
  const currencyCode = data.subscriptionSummary.currency ?? "NOK"

  return (
    <>
      <PageHeader
        title={data.customerDetails?.customerName ?? uuid}
        description={t("subscriptions.details.description")}
        badge={<SubscriptionBadge status={data.status} />}
        actions={
          <SubscriptionActions
            subscription={data}
            currencyCode={currencyCode}
            orderId={record?.order_id ?? undefined}
          />
        }
      />
      <OpenOperationsSection subject_uuid={uuid} />
      <Section title={t("subscriptions.details.terms")}>
        <SubscriptionFacts
          subscription={data}
          currencyCode={currencyCode}
          paymentUrl={record?.payment_url}
        />
        {record?.order_id && (
          <Text size="small" className="px-6 py-4">
            <Link
              to={`/orders/${record.order_id}`}
              className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
            >
              {t("subscriptions.details.toOrder")}
            </Link>
          </Text>
        )}
      </Section>
      <Section title={t("subscriptions.cycles.title")}>
        <CyclesTable cycles={data.subscriptionCycles} currencyCode={currencyCode} />
      </Section>
      <Section title={t("subscriptions.lines.title")}>
        <LinesTable lines={data.productList} currencyCode={currencyCode} />
      </Section>
      <CustomerSection customer={data.customerDetails} />
    </>
  )
}

const CustomerSection = ({ customer }: { customer: Subscription["customerDetails"] }) => {
  const t = useTexts()
  const unknown = t("fields.unknown")
  const { street, zip, city, country } = customer?.address ?? {}

  return (
    <Section title={t("subscriptions.details.customer")}>
      <dl className="divide-y divide-dashed">
        <FieldRow label={t("customers.contact.name")}>{customer?.customerName ?? unknown}</FieldRow>
        <FieldRow label={t("customers.contact.email")}>
          {customer?.customerEmail ?? unknown}
        </FieldRow>
        <FieldRow label={t("customers.contact.phone")}>
          {[customer?.countryCode, customer?.msisdn].filter(Boolean).join(" ") || unknown}
        </FieldRow>
        <FieldRow label={t("customers.contact.address")}>
          {[street, [zip, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ") ||
            unknown}
        </FieldRow>
      </dl>
    </Section>
  )
}
