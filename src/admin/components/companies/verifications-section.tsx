import { Table, Text } from "@medusajs/ui"

import { formatNumber } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { RiskBadge } from "../credit-checks/risk-badge"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { Moment } from "../moment"
import { ScrolledTable } from "../scrolled-table"
import { Section } from "../section"
import { type CompanyVerification, parseVerifications } from "./company-data"

type VerificationsSectionProps = {
  companyId: string
}

/** A company's completed verifications. */
export const VerificationsSection = ({ companyId }: VerificationsSectionProps) => {
  const t = useTexts()
  const verifications = useEInvoiceQuery(
    {
      path: operationPath("companies.information"),
      query: { company_id: companyId },
      isAlwaysFresh: true,
    },
    parseVerifications
  )

  return (
    <Section title={t("companies.history.title")} description={t("companies.history.description")}>
      {verifications.isError ? (
        <LoadFailure
          title={t("companies.history.loadFailed")}
          error={verifications.error}
          isRetrying={verifications.isFetching}
          onRetry={() => void verifications.refetch()}
        />
      ) : verifications.data ? (
        <History verifications={verifications.data} />
      ) : (
        <LoadingRows label={t("companies.loading")} rows={2} />
      )}
    </Section>
  )
}

const History = ({ verifications }: { verifications: readonly CompanyVerification[] }) => {
  const t = useTexts()
  const unknown = t("fields.unknown")

  if (verifications.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("companies.history.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("companies.history.title")}
      heads={[
        { text: t("companies.history.company") },
        { text: t("companies.history.contact") },
        { text: t("creditChecks.list.risk") },
        { text: t("creditChecks.list.score"), isNumber: true },
        { text: t("creditChecks.list.date") },
      ]}
    >
      {verifications.map((one, index) => (
        <Table.Row key={one.companyCheckUuid ?? index}>
          <Table.Cell>
            {[one.companyName, one.companyType].filter(Boolean).join(", ") || unknown}
          </Table.Cell>
          <Table.Cell>
            {[one.contactPersonName, one.contactPersonEmail].filter(Boolean).join(", ") || unknown}
          </Table.Cell>
          <Table.Cell>
            <RiskBadge check={one} />
          </Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {one.score === null ? unknown : formatNumber(one.score)}
          </Table.Cell>
          <Table.Cell className="text-nowrap">
            {one.createdAt === null ? (
              unknown
            ) : (
              <Moment at={new Date(one.createdAt * 1000).toISOString()} />
            )}
          </Table.Cell>
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}
