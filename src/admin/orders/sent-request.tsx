import { clx, Table, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

import { FieldRow } from "../components/section"
import { Amount, formatNumber, formatPercent, Moment } from "../components/values"
import { useTexts } from "../lib/texts"
import type { EInvoiceOrderDetail, EInvoiceOrderSummary, SentRequest } from "./data"
import { OrderDetailDrawer } from "./timeline"

type SentRequestDetailsProps = {
  order: Pick<EInvoiceOrderDetail, "sent_request" | "currency_code">
}

/** The lines and totals that the service was sent. */
export const SentRequestDetails = ({ order }: SentRequestDetailsProps) => {
  const t = useTexts()
  const { sent_request, currency_code } = order

  return sent_request ? (
    <>
      <SentLinesTable lines={sent_request.products} currencyCode={currency_code} />
      <SentTotals totals={sent_request.orderSummary} currencyCode={currency_code} />
      <SentRequestFacts request={sent_request} />
    </>
  ) : (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {t("sentRequest.empty")}
    </Text>
  )
}

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

type SentRequestFactsProps = {
  request: SentRequest
}

/** What a sent request says besides its lines. */
const SentRequestFacts = ({ request }: SentRequestFactsProps) => {
  const t = useTexts()

  return (
    <>
      <dl className="divide-y divide-dashed border-b border-dashed">
        <FieldRow label={t("fields.orderDate")}>
          <Moment at={new Date(Number(request.orderDate) * 1000).toISOString()} />
        </FieldRow>
        <FieldRow label={t("fields.reference")}>{request.referenceNo ?? t("fields.none")}</FieldRow>
      </dl>
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("sentRequest.customerNotKept")}
      </Text>
    </>
  )
}

type SentLinesTableProps = {
  lines: SentRequest["products"]
  currencyCode: string
}

/** Columns between the product and its amount fold under the product's name where the screen is narrow. */
const WIDE_ONLY = "max-sm:hidden"
const NARROW_ONLY = "sm:hidden"

/** The lines of a sent request. The discount is shown only where there is one. */
const SentLinesTable = ({ lines, currencyCode }: SentLinesTableProps) => {
  const t = useTexts()
  const hasDiscount = lines.some(({ discount }) => Number(discount ?? 0) > 0)

  return (
    <Table>
      <caption className="sr-only">{t("sentRequest.lines")}</caption>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell scope="col">{t("sentRequest.product")}</Table.HeaderCell>
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.quantity")}</NumberHeader>
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.rate")}</NumberHeader>
          {hasDiscount && (
            <NumberHeader className={WIDE_ONLY}>{t("sentRequest.discount")}</NumberHeader>
          )}
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.tax")}</NumberHeader>
          <NumberHeader>{t("sentRequest.amount")}</NumberHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {lines.map((line, index) => (
          <LineRow key={index} line={line} currencyCode={currencyCode} hasDiscount={hasDiscount} />
        ))}
      </Table.Body>
    </Table>
  )
}

type LineRowProps = {
  line: SentRequest["products"][number]
  currencyCode: string
  hasDiscount: boolean
}

const LineRow = ({ line, currencyCode, hasDiscount }: LineRowProps) => {
  const t = useTexts()
  const quantity = formatNumber(line.quantity)
  const tax = formatPercent(line.tax)
  const rate = <Amount value={line.rate} currencyCode={currencyCode} />
  const discount = <Amount value={line.discount ?? 0} currencyCode={currencyCode} />

  return (
    <Table.Row>
      <Table.Cell className="py-3 pr-4 align-top">
        <span className="text-ui-fg-base block [overflow-wrap:anywhere]">{line.name}</span>
        <span className={`${NARROW_ONLY} mt-1 block`}>
          {quantity} × {rate}
          {Number(line.discount ?? 0) > 0 ? (
            <>
              , {t("sentRequest.discount")} {discount}
            </>
          ) : null}
          , <span className="text-nowrap">{`${t("sentRequest.tax")} ${tax}`}</span>
        </span>
      </Table.Cell>
      <NumberCell className={WIDE_ONLY}>{quantity}</NumberCell>
      <NumberCell className={WIDE_ONLY}>{rate}</NumberCell>
      {hasDiscount && <NumberCell className={WIDE_ONLY}>{discount}</NumberCell>}
      <NumberCell className={WIDE_ONLY}>{tax}</NumberCell>
      <NumberCell>
        <Amount value={line.amount} currencyCode={currencyCode} />
      </NumberCell>
    </Table.Row>
  )
}

type CellProps = { children: ReactNode; className?: string }

const NumberHeader = ({ children, className = "" }: CellProps) => (
  <Table.HeaderCell scope="col" className={`pr-4 text-right ${className}`}>
    {children}
  </Table.HeaderCell>
)

const NumberCell = ({ children, className = "" }: CellProps) => (
  <Table.Cell className={`text-nowrap py-3 pr-4 text-right align-top tabular-nums ${className}`}>
    {children}
  </Table.Cell>
)

type SentTotalsProps = {
  totals: SentRequest["orderSummary"]
  currencyCode: string
}

/** The totals of a sent request, as the service received them. */
const SentTotals = ({ totals, currencyCode }: SentTotalsProps) => {
  const t = useTexts()
  const rows = [
    { label: t("sentRequest.subTotal"), value: totals.subTotal },
    { label: t("sentRequest.totalDiscount"), value: totals.totalDiscount },
    { label: t("sentRequest.totalTax"), value: totals.totalTax },
    { label: t("sentRequest.grandTotal"), value: totals.grandTotal },
  ]

  return (
    <dl className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-2 border-b border-dashed px-6 py-4">
      {rows.map(({ label, value }, index) => (
        <div
          key={index}
          className={clx("flex justify-between gap-x-4", {
            "text-ui-fg-base txt-compact-small-plus": index === rows.length - 1,
          })}
        >
          <dt>{label}</dt>
          <dd>
            <Amount value={value} currencyCode={currencyCode} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
