import { Text } from "@medusajs/ui"

import { formatNumber } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { ServiceDay } from "../service-day"
import { parseCreditCheck } from "./credit-check-data"
import { verdictOf } from "./credit-check-words"
import { RiskBadge } from "./risk-badge"

type CreditCheckDetailsProps = {
  uuid: string
}

/** One credit check, and what its figures mean. */
export const CreditCheckDetails = ({ uuid }: CreditCheckDetailsProps) => {
  const t = useTexts()
  const check = useEInvoiceQuery(
    { path: operationPath("credit-checks.details"), query: { uuid } },
    parseCreditCheck
  )

  if (!check.data) {
    return (
      <Section title={t("creditChecks.details.title")}>
        {check.isError ? (
          <LoadFailure
            title={t("creditChecks.details.loadFailed")}
            error={check.error}
            isRetrying={check.isFetching}
            onRetry={() => void check.refetch()}
          />
        ) : (
          <LoadingRows label={t("creditChecks.details.loading")} rows={6} />
        )}
      </Section>
    )
  }

  const { data } = check
  const unknown = t("fields.unknown")

  return (
    <>
      <PageHeader
        title={data.name ?? t("creditChecks.details.title")}
        badge={<RiskBadge check={data} />}
      />
      <Section title={t("creditChecks.details.meaning")}>
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Text size="small">{t(verdictOf(data).meaning)}</Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("creditChecks.meaning.scale")}
          </Text>
        </div>
      </Section>
      <Section title={t("creditChecks.details.figures")}>
        <dl className="divide-y divide-dashed">
          <FieldRow label={t("creditChecks.list.score")}>
            {data.score === null ? unknown : formatNumber(data.score)}
          </FieldRow>
          <FieldRow label={t("creditChecks.details.probability")}>
            {data.defaultProbability ?? unknown}
          </FieldRow>
          <FieldRow label={t("creditChecks.details.ownWords")}>
            {data.scoreMessage ?? unknown}
          </FieldRow>
          {data.organizationId && (
            <FieldRow label={t("companies.number")}>{data.organizationId}</FieldRow>
          )}
          <FieldRow label={t("creditChecks.list.date")}>
            <ServiceDay on={data.date} />
          </FieldRow>
        </dl>
      </Section>
    </>
  )
}
