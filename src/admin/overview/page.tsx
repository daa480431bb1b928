import { Button, clx, Heading, Table, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"

import { OrderStatusBadge } from "../components/badges"
import { JobsSection } from "../components/jobs"
import { inContainer, Loaded, PageHeader, Section } from "../components/section"
import { Amount, useAmountText } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { AttentionSection } from "./attention"
import { ageText, type Outstanding, readOverview, type StatusCount, statusGroups } from "./data"

/** What needs staff first, how many orders there are of each status, and what customers have not paid. */
export const Overview = () => {
  const t = useTexts()

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader title={t("overview.title")} description={t("overview.description")} />
      <FetchedOverview />
    </div>
  )
}

const FetchedOverview = () => {
  const t = useTexts()
  const overview = useEInvoiceQuery({ path: "/overview", isFollowed: true }, readOverview)

  return (
    <Loaded
      query={overview}
      loading={t("overview.loading")}
      rows={6}
      failed={t("overview.failed")}
      frame={inContainer}
    >
      {({ attention, callbacks, jobs, outstanding, statuses, is_service_down: isServiceDown }) => (
        <>
          <AttentionSection
            items={attention.items}
            count={attention.count}
            handledCount={attention.handled_count}
            callbacks={callbacks}
            isServiceDown={isServiceDown}
          />
          <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
            <StatusSection statuses={statuses} />
            <OutstandingSection outstanding={outstanding} />
          </div>
          <JobsSection jobs={jobs} />
        </>
      )}
    </Loaded>
  )
}

/** How many invoice orders there are of each status; each leads to those. */
const StatusSection = ({ statuses }: { statuses: readonly StatusCount[] }) => {
  const t = useTexts()
  const groups = statusGroups(statuses)

  return (
    <Section title={t("overview.statuses.title")} description={t("overview.statuses.description")}>
      {groups.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2 px-6 py-4 sm:grid-cols-2">
          {groups.map(({ of, count, to }) => (
            <li key={to}>
              <Link
                to={to}
                className="shadow-elevation-card-rest bg-ui-bg-component hover:bg-ui-bg-component-hover focus-visible:shadow-borders-interactive-with-focus flex items-center justify-between rounded-md px-4 py-2.5 outline-none"
              >
                <OrderStatusBadge order={of} />
                <span className="txt-compact-medium-plus tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.statuses.none")}
        </Text>
      )}
    </Section>
  )
}

/** What customers have not paid, by currency and age: as a picture, or as a table. */
const OutstandingSection = ({ outstanding }: { outstanding: readonly Outstanding[] }) => {
  const t = useTexts()
  const [isTable, setIsTable] = useState(false)

  return (
    <Section
      title={t("overview.outstanding.title")}
      description={t("overview.outstanding.description")}
      actions={
        outstanding.length > 0 && (
          <Button
            type="button"
            size="small"
            variant="secondary"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t("overview.outstanding.asTable")}
          </Button>
        )
      }
    >
      {outstanding.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.outstanding.none")}
        </Text>
      )}
      {outstanding.map((of) => (
        <div key={of.currency_code} className="px-6 py-4">
          <div className="mb-4 flex items-baseline justify-between gap-x-4">
            <Heading level="h3">{of.currency_code.toUpperCase()}</Heading>
            <Text size="small" weight="plus">
              <Amount value={of.amount} currencyCode={of.currency_code} />
            </Text>
          </div>
          {isTable ? <OutstandingTable of={of} /> : <OutstandingChart of={of} />}
        </div>
      ))}
    </Section>
  )
}

/** The older, the warmer; what a colour says stands beside it in words. */
const COLORS = [
  "bg-ui-tag-green-icon",
  "bg-ui-tag-blue-icon",
  "bg-ui-tag-orange-icon",
  "bg-ui-tag-red-icon",
]

/** Widest first bar: the longest takes all of the room. */
const share = (amount: number, most: number): string =>
  `${most > 0 ? Math.max((amount / most) * 100, amount > 0 ? 1 : 0) : 0}%`

/** A bar for each age. To a screen reader it is one picture whose description says all that it shows. */
const OutstandingChart = ({ of }: { of: Outstanding }) => {
  const t = useTexts()
  const amountText = useAmountText()
  const most = Math.max(...of.ages.map(({ amount }) => Number(amount)))
  const bars = of.ages.map((age) => ({
    label: ageText(t, age),
    amount: amountText(age.amount, of.currency_code),
    orders: t("overview.outstanding.orders", { count: age.count }),
    width: share(Number(age.amount), most),
  }))
  const description = bars
    .map(({ label, amount, orders }) => `${label}: ${amount}, ${orders}`)
    .join("; ")

  return (
    <div
      role="img"
      aria-label={t("overview.outstanding.picture", { description })}
      className="flex flex-col gap-y-4"
    >
      {bars.map(({ label, amount, orders, width }, index) => (
        <div key={label}>
          <div className="txt-compact-small mb-1.5 flex flex-wrap justify-between gap-x-4">
            <span className="text-ui-fg-base">{label}</span>
            <span className="text-ui-fg-subtle tabular-nums">
              {amount} · {orders}
            </span>
          </div>
          <div className="bg-ui-bg-switch-off h-2.5 w-full overflow-hidden rounded-full">
            <div className={clx("h-full rounded-full", COLORS[index])} style={{ width }} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** What the picture shows, in figures. */
const OutstandingTable = ({ of }: { of: Outstanding }) => {
  const t = useTexts()

  return (
    <Table aria-label={`${t("overview.outstanding.title")}, ${of.currency_code.toUpperCase()}`}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("overview.outstanding.age")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("overview.outstanding.ordersColumn")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("overview.outstanding.amount")}
          </Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {of.ages.map((age) => (
          <Table.Row key={age.from_days}>
            <Table.Cell>{ageText(t, age)}</Table.Cell>
            <Table.Cell className="text-right tabular-nums">{age.count}</Table.Cell>
            <Table.Cell className="text-right">
              <Amount value={age.amount} currencyCode={of.currency_code} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
