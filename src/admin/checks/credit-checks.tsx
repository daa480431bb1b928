import { createDataTableColumnHelper, StatusBadge, Text } from "@medusajs/ui"
import { useMemo } from "react"

import { FieldRow, Loaded, PageHeader, Section } from "../components/section"
import { RecordTable, useTableState } from "../components/table"
import { formatNumber, ServiceDay } from "../components/values"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { CheckCompanyDrawer, CheckPersonDrawer } from "./actions"
import {
  type CreditCheck,
  pageOfChecks,
  readCreditCheck,
  readCreditChecks,
  rangeQuery,
  verdictOf,
  type Scored,
} from "./data"

const column = createDataTableColumnHelper<CreditCheck>()

/** The service's credit checks, of a time range or all. */
export const CreditChecksTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    filters: [
      {
        id: "created",
        type: "date",
        label: t("creditChecks.list.date"),
        options: [],
      },
    ],
  })
  const list = useEInvoiceQuery(
    {
      path: operationPath("credit-checks.list"),
      query: rangeQuery(state.query),
      keepsPrevious: true,
      isAlwaysFresh: true,
    },
    readCreditChecks
  )
  const { search, pageIndex } = state.view

  return (
    <RecordTable
      title={t("creditChecks.list.title")}
      description={t("creditChecks.list.description")}
      level="h1"
      actions={
        <>
          <CheckCompanyDrawer />
          <CheckPersonDrawer variant="primary" />
        </>
      }
      state={state}
      list={{
        ...list,
        data: list.data && pageOfChecks(list.data, search, pageIndex, state.pageSize),
      }}
      columns={columns}
      rowId={(check) => check.uuid ?? JSON.stringify(check)}
      rowTo={({ uuid }) =>
        uuid === undefined ? undefined : `/e-invoice/credit-checks/${encodeURIComponent(uuid)}`
      }
      searchFor={t("creditChecks.list.searchFor")}
      empty={{
        heading: t("creditChecks.list.empty"),
        description: t("creditChecks.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("name", {
        header: t("creditChecks.list.name"),
        cell: ({ getValue }) => getValue() ?? t("fields.unknown"),
      }),
      column.accessor("organizationId", {
        header: t("creditChecks.list.kind"),
        cell: ({ getValue }) =>
          getValue()
            ? t("creditChecks.list.company", { number: getValue() ?? "" })
            : t("creditChecks.list.person"),
      }),
      column.accessor("riskLevel", {
        header: t("creditChecks.list.risk"),
        cell: ({ row: { original } }) => <RiskBadge check={original} />,
      }),
      column.accessor("score", {
        header: t("creditChecks.list.score"),
        headerAlign: "right",
        cell: ({ getValue }) => {
          const score = getValue()
          return (
            <div className="text-right tabular-nums">
              {score === undefined ? t("fields.unknown") : formatNumber(score)}
            </div>
          )
        },
      }),
      column.accessor("date", {
        header: t("creditChecks.list.date"),
        cell: ({ getValue }) => <ServiceDay on={getValue()} />,
      }),
    ],
    [t]
  )
}

type CreditCheckDetailsProps = {
  uuid: string
}

/** One credit check, and what its figures mean. */
export const CreditCheckDetails = ({ uuid }: CreditCheckDetailsProps) => {
  const t = useTexts()
  const check = useEInvoiceQuery(
    { path: operationPath("credit-checks.details"), query: { uuid } },
    readCreditCheck
  )

  return (
    <Loaded
      query={check}
      loading={t("creditChecks.details.loading")}
      rows={6}
      failed={t("creditChecks.details.loadFailed")}
      frame={(instead) => <Section title={t("creditChecks.details.title")}>{instead}</Section>}
    >
      {(found) => <FoundCheck check={found} />}
    </Loaded>
  )
}

const FoundCheck = ({ check }: { check: ReturnType<typeof readCreditCheck> }) => {
  const t = useTexts()
  const unknown = t("fields.unknown")

  return (
    <>
      <PageHeader
        title={check.name ?? t("creditChecks.details.title")}
        badge={<RiskBadge check={check} />}
      />
      <Section title={t("creditChecks.details.meaning")}>
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Text size="small">{t(verdictOf(check).meaning)}</Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("creditChecks.meaning.scale")}
          </Text>
        </div>
      </Section>
      <Section title={t("creditChecks.details.figures")}>
        <dl className="divide-y divide-dashed">
          <FieldRow label={t("creditChecks.list.score")}>
            {check.score === undefined ? unknown : formatNumber(check.score)}
          </FieldRow>
          <FieldRow label={t("creditChecks.details.probability")}>
            {check.defaultProbability ?? unknown}
          </FieldRow>
          <FieldRow label={t("creditChecks.details.ownWords")}>
            {check.scoreMessage ?? unknown}
          </FieldRow>
          {check.organizationId && (
            <FieldRow label={t("companies.number")}>{check.organizationId}</FieldRow>
          )}
          <FieldRow label={t("creditChecks.list.date")}>
            <ServiceDay on={check.date} />
          </FieldRow>
        </dl>
      </Section>
    </>
  )
}

type RiskBadgeProps = {
  check: Scored
}

/** The risk in words; the colour only repeats what the words say. */
export const RiskBadge = ({ check }: RiskBadgeProps) => {
  const t = useTexts()
  const { text, color } = verdictOf(check)

  return (
    <StatusBadge color={color} className="text-nowrap">
      {t(text)}
    </StatusBadge>
  )
}
