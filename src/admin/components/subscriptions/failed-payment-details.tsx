import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { Amount } from "../amount"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { ServiceDay } from "../service-day"
import { LinesTable } from "./lines-table"
import { CycleBadge } from "./subscription-badges"
import { type FailedPayment, parseFailedPayment } from "./subscription-data"
import { cycleWords } from "./subscription-words"

type FailedPaymentDetailsProps = {
  uuid: string
}

/** A cycle whose card payment failed: who it is of, what it is worth, and what happens next. */
export const FailedPaymentDetails = ({ uuid }: FailedPaymentDetailsProps) => {
  const t = useTexts()
  const payment = useEInvoiceQuery(
    {
      path: operationPath("subscriptions.failed-details"),
      query: { orderUuid: uuid },
      isAlwaysFresh: true,
    },
    parseFailedPayment
  )

  if (!payment.data) {
    return (
      <Section title={t("subscriptions.failed.title")}>
        {payment.isError ? (
          <LoadFailure
            title={t("subscriptions.failed.loadFailed")}
            error={payment.error}
            isRetrying={payment.isFetching}
            onRetry={() => void payment.refetch()}
          />
        ) : (
          <LoadingRows label={t("subscriptions.loading")} rows={6} />
        )}
      </Section>
    )
  }

  const { data } = payment
  const currencyCode = data.currency ?? "NOK"

  return (
    <>
      <PageHeader
        title={data.customerName ?? uuid}
        description={whatHappensNext(data, t)}
        badge={<CycleBadge status={data.status} />}
      />
      <Section title={t("subscriptions.failed.facts")}>
        <Facts uuid={uuid} payment={data} currencyCode={currencyCode} />
      </Section>
      <Section title={t("subscriptions.lines.title")}>
        <LinesTable lines={data.products} currencyCode={currencyCode} />
      </Section>
    </>
  )
}

const Facts = ({
  uuid,
  payment,
  currencyCode,
}: {
  uuid: string
  payment: FailedPayment
  currencyCode: string
}) => {
  const t = useTexts()
  const { subTotal, totalDiscount, totalTax, subscriptionUuid } = payment
  const total =
    subTotal === null || totalTax === null ? null : subTotal - (totalDiscount ?? 0) + totalTax

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("subscriptions.failed.amount")}>
        <Amount value={total} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.failed.tax")}>
        <Amount value={totalTax} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.failed.date")}>
        <ServiceDay on={payment.orderDate} />
      </FieldRow>
      <FieldRow label={t("customers.contact.email")}>
        {payment.email ?? t("fields.unknown")}
      </FieldRow>
      <FieldRow label={t("customers.contact.phone")}>
        {[payment.countryCode, payment.msisdn].filter(Boolean).join(" ") || t("fields.unknown")}
      </FieldRow>
      <FieldRow
        label={t("subscriptions.failed.id")}
        copy={{ content: uuid, label: t("subscriptions.failed.copyId") }}
      >
        {uuid}
      </FieldRow>
      {subscriptionUuid && (
        <FieldRow label={t("subscriptions.facts.id")}>
          <Link
            to={`/e-invoice/subscriptions/${encodeURIComponent(subscriptionUuid)}`}
            className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
          >
            {subscriptionUuid}
          </Link>
        </FieldRow>
      )}
    </dl>
  )
}

const whatHappensNext = ({ status }: FailedPayment, t: ReturnType<typeof useTexts>): string => {
  switch (status === null ? undefined : cycleWords(status)?.text) {
    case "subscriptions.cycleStatus.paid":
      return t("subscriptions.failed.nextPaid")
    case "subscriptions.cycleStatus.debtCollection":
      return t("subscriptions.failed.nextDebtCollection")
    default:
      return t("subscriptions.failed.nextInvoiced")
  }
}
