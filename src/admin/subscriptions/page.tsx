import { Table, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { CycleBadge, SubscriptionBadge } from "../components/badges"
import { FieldRow, Loaded, PageHeader, Section } from "../components/section"
import { ScrolledTable } from "../components/table"
import { Amount, AmountCell, formatNumber, formatPercent, ServiceDay } from "../components/values"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery, useInStepWithRecords } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { OpenOperationsSection } from "../operations/table"
import { CancelSubscriptionDrawer, RefundCyclesDrawer, ResendSubscriptionDrawer } from "./actions"
import {
  cycleText,
  frequencyWords,
  readRecordPage,
  readSubscription,
  type RememberedRecord,
  type Subscription,
  type SubscriptionCycle,
  type SubscriptionLine,
} from "./data"

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
    readSubscription
  )
  const records = useEInvoiceQuery(
    { path: "/records", query: { kind: "subscription", remote_uuid: uuid } },
    readRecordPage
  )
  useInStepWithRecords({ kind: "subscription", remote_uuid: uuid }, subscription.refetch)
  const [record] = records.data?.rows ?? []

  return (
    <Loaded
      query={subscription}
      loading={t("subscriptions.loading")}
      rows={8}
      failed={t("subscriptions.loadFailed")}
      frame={(instead) => (
        <>
          <OpenOperationsSection subject_uuid={uuid} />
          <Section title={t("subscriptions.details.title")}>{instead}</Section>
        </>
      )}
    >
      {(found) => <FoundSubscription uuid={uuid} subscription={found} record={record} />}
    </Loaded>
  )
}

type FoundSubscriptionProps = SubscriptionDetailsProps & {
  subscription: Subscription
  /** What the store knows of it. */
  record: RememberedRecord | undefined
}

const FoundSubscription = ({ uuid, subscription, record }: FoundSubscriptionProps) => {
  const t = useTexts()
  const currencyCode = subscription.subscriptionSummary?.currency ?? "NOK"

  return (
    <>
      <PageHeader
        title={subscription.customerDetails?.customerName ?? uuid}
        description={t("subscriptions.details.description")}
        badge={<SubscriptionBadge status={subscription.status} />}
        actions={
          <SubscriptionActions
            subscription={subscription}
            currencyCode={currencyCode}
            orderId={record?.order_id ?? undefined}
          />
        }
      />
      <OpenOperationsSection subject_uuid={uuid} />
      <Section title={t("subscriptions.details.terms")}>
        <SubscriptionFacts
          subscription={subscription}
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
        <CyclesTable cycles={subscription.subscriptionCycles} currencyCode={currencyCode} />
      </Section>
      <Section title={t("subscriptions.lines.title")}>
        <LinesTable lines={subscription.productList} currencyCode={currencyCode} />
      </Section>
      <CustomerSection customer={subscription.customerDetails} />
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

type SubscriptionFactsProps = {
  subscription: Subscription
  currencyCode: string
  /** Where the customer confirms and pays; null once it is not known. */
  paymentUrl?: string | null | undefined
}

/** What was agreed, and what has been paid of it. */
export const SubscriptionFacts = ({
  subscription,
  currencyCode,
  paymentUrl,
}: SubscriptionFactsProps) => {
  const t = useTexts()
  const { subscriptionSummary: summary = {}, subscriptionUuid } = subscription
  const frequency = summary.frequency && frequencyWords(summary.frequency)

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("subscriptions.facts.perCycle")}>
        <Amount value={summary.payablePerCycle} currencyCode={currencyCode} />
        {frequency && <> · {t(frequency)}</>}
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.cycles")}>
        {t("subscriptions.facts.cyclesOf", {
          billed: subscription.subscriptionCycles.length,
          repeats: summary.repeats ?? t("fields.unknown"),
        })}
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.paid")}>
        <Amount value={summary.amountPaid} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.refunded")}>
        <Amount value={summary.amountRefunded} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.starts")}>
        <ServiceDay on={summary.startDate} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.ends")}>
        <ServiceDay on={summary.endDate} />
      </FieldRow>
      <FieldRow
        label={t("subscriptions.facts.id")}
        copy={{
          content: subscriptionUuid,
          label: t("subscriptions.facts.copyId"),
        }}
      >
        {subscriptionUuid}
      </FieldRow>
      {paymentUrl && (
        <FieldRow
          label={t("subscriptions.facts.link")}
          copy={{
            content: paymentUrl,
            label: t("subscriptions.facts.copyLink"),
          }}
        >
          {paymentUrl}
        </FieldRow>
      )}
    </dl>
  )
}

type CyclesTableProps = {
  cycles: readonly SubscriptionCycle[]
  currencyCode: string
}

/** What was billed of a subscription, one row a cycle, the newest first. */
export const CyclesTable = ({ cycles, currencyCode }: CyclesTableProps) => {
  const t = useTexts()

  if (cycles.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("subscriptions.cycles.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("subscriptions.cycles.title")}
      heads={[
        { text: t("subscriptions.cycles.cycle") },
        { text: t("subscriptions.cycles.from") },
        { text: t("subscriptions.cycles.status") },
        { text: t("subscriptions.cycles.amount"), isNumber: true },
        { text: t("subscriptions.cycles.refunded"), isNumber: true },
      ]}
    >
      {[...cycles].reverse().map((cycle) => (
        <Table.Row key={cycle.name}>
          <Table.Cell className="text-nowrap">{cycleText(t, cycle.name)}</Table.Cell>
          <Table.Cell className="text-nowrap">
            <ServiceDay on={cycle.startDate} />
          </Table.Cell>
          <Table.Cell>
            <CycleBadge status={cycle.status} />
          </Table.Cell>
          <AmountCell value={cycle.amount} currencyCode={currencyCode} />
          <AmountCell value={cycle.refundedAmount} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

type LinesTableProps = {
  lines: readonly SubscriptionLine[]
  currencyCode: string
}

/** The product lines that each cycle bills. */
export const LinesTable = ({ lines, currencyCode }: LinesTableProps) => {
  const t = useTexts()

  if (lines.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("subscriptions.lines.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("subscriptions.lines.title")}
      heads={[
        { text: t("subscriptions.lines.product") },
        { text: t("subscriptions.lines.quantity"), isNumber: true },
        { text: t("subscriptions.lines.tax"), isNumber: true },
        { text: t("subscriptions.lines.amount"), isNumber: true },
      ]}
    >
      {lines.map((line, index) => (
        <Table.Row key={index}>
          <Table.Cell>{line.productName ?? t("fields.unknown")}</Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {line.quantity === undefined ? t("fields.unknown") : formatNumber(line.quantity)}
          </Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {line.tax === undefined ? t("fields.unknown") : formatPercent(line.tax)}
          </Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

type SubscriptionActionsProps = {
  subscription: Subscription
  currencyCode: string
  /** The Medusa order it was made of. */
  orderId?: string | undefined
}

/** What can be done with a subscription. */
export const SubscriptionActions = ({
  subscription,
  currencyCode,
  orderId,
}: SubscriptionActionsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <ResendSubscriptionDrawer subscription={subscription} />
    <RefundCyclesDrawer subscription={subscription} currencyCode={currencyCode} orderId={orderId} />
    <CancelSubscriptionDrawer subscription={subscription} orderId={orderId} />
  </div>
)
