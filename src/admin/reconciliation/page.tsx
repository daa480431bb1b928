import { CheckCircle, ExclamationCircleSolid } from "@medusajs/icons"
import { Badge, Button, Container, Input, Table, Text } from "@medusajs/ui"
import { Link, useSearchParams } from "react-router-dom"

import { CustomerCell } from "../components/customer"
import { ExportMenu } from "../components/export-menu"
import { inContainer, Loaded, PageHeader, Section } from "../components/section"
import { ScrolledTable } from "../components/table"
import { Amount, CalendarDay } from "../components/values"
import { writeDay } from "../lib/form-values"
import { type PeriodName, periods, timeZone } from "../lib/periods"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import {
  type Days,
  daysOfAddress,
  daysOfPeriod,
  differenceWords,
  readReconciliation,
  type ReconciledDay,
  type ReconciledRow,
  rowTarget,
} from "./data"

/** Prints the page alone: what the dashboard stands around it is for the screen. */
const PRINT = `.print-only { display: none; }
@media print {
  body * { visibility: hidden; }
  #e-invoice-reconciliation, #e-invoice-reconciliation * { visibility: visible; }
  #e-invoice-reconciliation { position: absolute; inset: 0 0 auto 0; }
  #e-invoice-reconciliation .print-hidden { display: none; }
  #e-invoice-reconciliation .print-only { display: block; }
  #e-invoice-reconciliation [role="group"] { overflow: visible; }
  #e-invoice-reconciliation td, #e-invoice-reconciliation th { padding: 2px 4px; height: auto; white-space: normal; }
  #e-invoice-reconciliation :is(td, th, td *) { font-size: 9px; line-height: 1.3; }
}`

/** What was invoiced, paid and refunded, as the service and as Medusa have it: by day and order, differences first. */
export const ReconciliationPage = () => {
  const t = useTexts()
  const [address, setAddress] = useSearchParams()
  const days = daysOfAddress(address)
  const query = { ...days, time_zone: timeZone() }
  const reconciliation = useEInvoiceQuery(
    { path: "/reconciliation", query, isFollowed: "slowly" },
    readReconciliation
  )

  return (
    <div id="e-invoice-reconciliation" className="flex flex-col gap-y-3">
      <style>{PRINT}</style>
      <PageHeader
        title={t("reconciliation.title")}
        description={t("reconciliation.description")}
        actions={
          <div className="print-hidden flex flex-wrap items-center gap-2">
            <Button
              type="button"
              size="small"
              variant="secondary"
              disabled={reconciliation.data === undefined}
              onClick={() => window.print()}
            >
              {t("reconciliation.print")}
            </Button>
            <ExportMenu
              path="/reconciliation"
              name="reconciliation"
              query={query}
              within={({ from, to }) => ({
                from: writeDay(from),
                to: writeDay(new Date(to.getTime() - 1)),
              })}
            />
          </div>
        }
      />
      <DaysChoice days={days} onChoose={(chosen) => setAddress({ ...chosen }, { replace: true })} />
      <Loaded
        query={reconciliation}
        loading={t("reconciliation.loading")}
        rows={6}
        failed={t("reconciliation.failed")}
        frame={inContainer}
      >
        {(found) => (
          <>
            <Verdict count={found.orders} differing={found.differing} />
            {found.days.length > 0 && (
              <>
                <DaysSection days={found.days} />
                <OrdersSection rows={found.rows} count={found.count} />
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

type DaysChoiceProps = { days: Days; onChoose: (days: Days) => void }

const USUAL = Object.keys(periods) as PeriodName[]

/** The usual periods at one press, and any other by its first and last day. */
const DaysChoice = ({ days, onChoose }: DaysChoiceProps) => {
  const t = useTexts()
  const words = {
    yesterday: t("forms.export.yesterday"),
    thisMonth: t("forms.export.thisMonth"),
    lastMonth: t("forms.export.lastMonth"),
  }
  const isShown = (name: PeriodName) => {
    const { from, to } = daysOfPeriod(name)
    return from === days.from && to === days.to
  }

  return (
    <Container className="flex flex-wrap items-center gap-2 px-6 py-4">
      <span className="print-hidden flex flex-wrap items-center gap-2">
        {USUAL.map((name) => (
          <Button
            key={name}
            type="button"
            size="small"
            variant={isShown(name) ? "primary" : "secondary"}
            aria-pressed={isShown(name)}
            onClick={() => onChoose(daysOfPeriod(name))}
          >
            {words[name]}
          </Button>
        ))}
      </span>
      <Text size="small" className="print-only">
        <CalendarDay on={days.from} /> {t("reconciliation.until")} <CalendarDay on={days.to} />
      </Text>
      <span className="print-hidden flex flex-wrap items-center gap-2">
        <Input
          type="date"
          size="small"
          aria-label={t("reconciliation.from")}
          value={days.from}
          max={days.to}
          onChange={({ target }) => target.value && onChoose({ ...days, from: target.value })}
        />
        <Text size="small" className="text-ui-fg-subtle">
          {t("reconciliation.until")}
        </Text>
        <Input
          type="date"
          size="small"
          aria-label={t("reconciliation.to")}
          value={days.to}
          min={days.from}
          onChange={({ target }) => target.value && onChoose({ ...days, to: target.value })}
        />
      </span>
    </Container>
  )
}

type VerdictProps = { count: number; differing: number }

/** The answer to the question with which one comes: whether it reconciles. */
const Verdict = ({ count, differing }: VerdictProps) => {
  const t = useTexts()

  return (
    <Container role="status" className="flex items-center gap-x-3 px-6 py-4">
      {differing > 0 ? (
        <ExclamationCircleSolid aria-hidden className="text-ui-tag-orange-icon shrink-0" />
      ) : (
        <CheckCircle aria-hidden className="text-ui-tag-green-icon shrink-0" />
      )}
      <Text size="small" weight="plus">
        {count === 0
          ? t("reconciliation.nothing")
          : differing === 0
            ? t("reconciliation.agrees", { count })
            : t("reconciliation.disagrees", { count: differing })}
      </Text>
    </Container>
  )
}

const SERVICE = ["invoiced", "credited", "paid", "refunded", "fee"] as const

const MEDUSA = ["invoiced", "paid", "refunded"] as const

const useSumHeads = () => {
  const t = useTexts()
  return [
    t("reconciliation.service.invoiced"),
    t("reconciliation.service.credited"),
    t("reconciliation.service.paid"),
    t("reconciliation.service.refunded"),
    t("reconciliation.service.fee"),
    t("reconciliation.medusa.invoiced"),
    t("reconciliation.medusa.paid"),
    t("reconciliation.medusa.refunded"),
  ].map((text) => ({ text, isNumber: true }))
}

type SumCellsProps = { of: Pick<ReconciledRow, "service" | "medusa" | "currency_code"> }

/** The sums of both sides; what is nothing is left to the eye. */
const SumCells = ({ of: { service, medusa, currency_code } }: SumCellsProps) =>
  [...SERVICE.map((name) => service[name]), ...MEDUSA.map((name) => medusa[name])].map(
    (amount, index) => (
      <Table.Cell key={index} className="text-nowrap text-right">
        {amount === 0 ? (
          <span className="text-ui-fg-subtle">–</span>
        ) : (
          <Amount value={amount} currencyCode={currency_code} />
        )}
      </Table.Cell>
    )
  )

/** The sums of each day. */
const DaysSection = ({ days }: { days: readonly ReconciledDay[] }) => {
  const t = useTexts()
  const sums = useSumHeads()

  return (
    <Section title={t("reconciliation.days")} description={t("reconciliation.daysAdvice")}>
      <ScrolledTable
        title={t("reconciliation.days")}
        heads={[
          { text: t("reconciliation.day") },
          { text: t("reconciliation.orderCount"), isNumber: true },
          ...sums,
        ]}
      >
        {days.map((of) => (
          <Table.Row key={`${of.day} ${of.currency_code}`}>
            <Table.Cell className="text-nowrap">
              <CalendarDay on={of.day} />
              {of.differing > 0 && (
                <Badge size="2xsmall" color="orange" className="ml-2">
                  {t("reconciliation.differing", { count: of.differing })}
                </Badge>
              )}
            </Table.Cell>
            <Table.Cell className="text-right tabular-nums">{of.orders}</Table.Cell>
            <SumCells of={of} />
          </Table.Row>
        ))}
      </ScrolledTable>
    </Section>
  )
}

type OrdersSectionProps = { rows: readonly ReconciledRow[]; count: number }

/** The orders, those first whose sides differ. */
const OrdersSection = ({ rows, count }: OrdersSectionProps) => {
  const t = useTexts()
  const sums = useSumHeads()

  return (
    <Section title={t("reconciliation.orders")} description={t("reconciliation.ordersAdvice")}>
      <ScrolledTable
        title={t("reconciliation.orders")}
        heads={[
          { text: t("fields.order") },
          { text: t("fields.customer") },
          { text: t("reconciliation.day") },
          ...sums,
        ]}
      >
        {rows.map((row) => (
          <Table.Row
            key={`${row.day} ${row.e_invoice_order ?? row.payment_id}`}
            className={row.differs.length > 0 ? "bg-ui-tag-orange-bg" : ""}
          >
            <Table.Cell>
              <RowName row={row} />
              {row.differs.map((difference) => (
                <span key={difference} className="text-ui-tag-orange-text txt-compact-xsmall block">
                  {t(differenceWords[difference])}
                </span>
              ))}
            </Table.Cell>
            <Table.Cell>
              <CustomerCell customer={row.customer} />
            </Table.Cell>
            <Table.Cell className="text-nowrap">
              <CalendarDay on={row.day} />
            </Table.Cell>
            <SumCells of={row} />
          </Table.Row>
        ))}
      </ScrolledTable>
      {count > rows.length && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("reconciliation.more", { count: count - rows.length })}
        </Text>
      )}
    </Section>
  )
}

const RowName = ({ row }: { row: ReconciledRow }) => {
  const to = rowTarget(row)
  const name = row.order_number ?? row.reference_no ?? row.payment_id ?? row.e_invoice_order

  return to === undefined ? (
    <>{name}</>
  ) : (
    <Link to={to} className="text-ui-fg-base underline underline-offset-2">
      {name}
    </Link>
  )
}
