import { Container } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { type LoggedOperation, parseOperation } from "./operation-data"
import { OperationFacts } from "./operation-facts"
import { OperationStateBadge } from "./operation-state-badge"
import { SentMembersTable } from "./sent-members-table"
import { HandledButton, SettleButtons } from "./settle-buttons"
import { useOperationName } from "./use-operation-name"

/** One operation: what was asked for, what is known of it, and what a person can say while it is in doubt. */
export const OperationPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    {
      path: `/operation-log/${encodeURIComponent(id)}`,
      isAlwaysFresh: true,
    },
    parseOperation
  )

  if (data) {
    return <LoadedOperation operation={data} />
  }
  return (
    <Container className="p-0">
      {error ? (
        <LoadFailure
          title={t("operations.page.failed")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRows label={t("operations.page.loading")} rows={6} />
      )}
    </Container>
  )
}

const LoadedOperation = ({ operation }: { operation: LoggedOperation }) => {
  const t = useTexts()
  const nameOf = useOperationName()
  const isOpen = operation.state === "in_doubt"
  const isContradicted = operation.contradicted_at !== null

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={nameOf(operation.operation)}
        {...(isOpen && { description: t("operations.notice.advice") })}
        {...(isContradicted && {
          description: t("overview.attention.contradicted.advice", {
            operation: nameOf(operation.operation),
          }),
        })}
        badge={<OperationStateBadge state={operation.state} />}
        actions={
          isContradicted ? (
            <HandledButton operation={operation} />
          ) : (
            isOpen && <SettleButtons operation={operation} />
          )
        }
      />
      <Section title={t("operations.page.known")}>
        <OperationFacts operation={operation} />
      </Section>
      <Section
        title={t("operations.page.request")}
        description={t("operations.page.requestAdvice")}
      >
        <SentMembersTable request={operation.request} />
      </Section>
    </div>
  )
}
