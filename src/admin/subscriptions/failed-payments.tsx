import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"

import { CycleBadge } from "../components/badges"
import { FieldRow, Loaded, PageHeader, Section } from "../components/section"
import { RecordTable, useTableState } from "../components/table"
import { Amount, ServiceDay } from "../components/values"
import { toOre } from "../lib/form-values"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import {
  cycleWords,
  type FailedPayment,
  type FailedPaymentRow,
  readFailedPayment,
  readFailedPaymentPage,
} from "./data"
import { LinesTable } from "./page"
import { serviceFile, useServiceList } from "./table"

const column = createDataTableColumnHelper<FailedPaymentRow>()

/** The service's own list of cycles whose card payment failed, and what became of them. */
export const FailedPaymentsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const { list, state } = useServiceList(
    "subscriptions.failed-list",
    useTableState({
      filters: [
        {
          id: "status",
          type: "radio",
          label: t("subscriptions.failed.status"),
          options: [
            {
              value: "invoiced",
              label: t("subscriptions.cycleStatus.invoiced"),
            },
            {
              value: "debtCollection",
              label: t("subscriptions.cycleStatus.debtCollection"),
            },
            { value: "paid", label: t("subscriptions.cycleStatus.paid") },
          ],
        },
        {
          id: "created",
          type: "date",
          label: t("subscriptions.failed.date"),
          options: [],
        },
      ],
    }),
    readFailedPaymentPage
  )

  return (
    <RecordTable
      title={t("subscriptions.failed.title")}
      description={t("subscriptions.failed.description")}
      level="h1"
      file={serviceFile("subscriptions.failed-list", "failed-payments", state)}
      state={state}
      list={list}
      columns={columns}
      rowId={({ orderUuid }) => orderUuid}
      rowTo={({ orderUuid }) => `/e-invoice/failed-payments/${encodeURIComponent(orderUuid)}`}
      searchFor={t("subscriptions.list.searchFor")}
      empty={{
        heading: t("subscriptions.failed.empty"),
        description: t("subscriptions.failed.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("customerName", {
        header: t("subscriptions.list.customer"),
        cell: ({ row: { original } }) => original.customerName ?? original.orderUuid,
      }),
      column.accessor("status", {
        header: t("subscriptions.failed.status"),
        cell: ({ getValue }) => <CycleBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("subscriptions.failed.amount"),
        headerAlign: "right",
        cell: ({ row: { original } }) => (
          <div className="text-right">
            <Amount value={original.amount} currencyCode={original.currency ?? "NOK"} />
          </div>
        ),
      }),
      column.accessor("orderDate", {
        header: t("subscriptions.failed.date"),
        cell: ({ getValue }) => <ServiceDay on={getValue()} />,
      }),
      column.accessor("orderUuid", { header: t("subscriptions.failed.id") }),
    ],
    [t]
  )
}

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
    readFailedPayment
  )

  return (
    <Loaded
      query={payment}
      loading={t("subscriptions.loading")}
      rows={6}
      failed={t("subscriptions.failed.loadFailed")}
      frame={(instead) => <Section title={t("subscriptions.failed.title")}>{instead}</Section>}
    >
      {(found) => <FoundPayment uuid={uuid} payment={found} />}
    </Loaded>
  )
}

type FoundPaymentProps = FailedPaymentDetailsProps & { payment: FailedPayment }

const FoundPayment = ({ uuid, payment }: FoundPaymentProps) => {
  const t = useTexts()
  const currencyCode = payment.currency ?? "NOK"

  return (
    <>
      <PageHeader
        title={payment.customerName ?? uuid}
        description={whatHappensNext(payment, t)}
        badge={<CycleBadge status={payment.status} />}
      />
      <Section title={t("subscriptions.failed.facts")}>
        <Facts uuid={uuid} payment={payment} currencyCode={currencyCode} />
      </Section>
      <Section title={t("subscriptions.lines.title")}>
        <LinesTable lines={payment.products} currencyCode={currencyCode} />
      </Section>
    </>
  )
}

type FactsProps = FoundPaymentProps & { currencyCode: string }

const Facts = ({ uuid, payment, currencyCode }: FactsProps) => {
  const t = useTexts()
  const { subTotal, totalDiscount, totalTax, subscriptionUuid } = payment
  const total =
    subTotal === undefined || totalTax === undefined
      ? undefined
      : (toOre(subTotal) - toOre(totalDiscount ?? 0) + toOre(totalTax)) / 100

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
  switch (status === undefined ? undefined : cycleWords(status)?.text) {
    case "subscriptions.cycleStatus.paid":
      return t("subscriptions.failed.nextPaid")
    case "subscriptions.cycleStatus.debtCollection":
      return t("subscriptions.failed.nextDebtCollection")
    default:
      return t("subscriptions.failed.nextInvoiced")
  }
}
