import { ArrowPath } from "@medusajs/icons"
import { Container } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { ActionButton } from "../action-button"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { Moment } from "../moment"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { type Callback, parseCallback, parseCallbackPage } from "./callback"
import { CallbackOutcome } from "./callback-outcome"
import { CallbackStateBadge } from "./callback-state-badge"
import { CallbackSubject } from "./callback-subject"
import { callbackStateWords } from "./callback-words"
import { ParametersTable } from "./parameters-table"
import { SaidStatus } from "./said-status"
import { subjectTarget } from "./subject-target"

/** One callback: what it carried, what came of it, and a button that has it processed again. */
export const CallbackPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    { path: "/callbacks", query: { id }, isAlwaysFresh: true },
    parseCallbackPage
  )
  const callback = data?.rows[0]

  if (callback) {
    return <LoadedCallback callback={callback} />
  }
  return (
    <Container className="p-0">
      {error || data ? (
        <LoadFailure
          title={data ? t("callbacks.page.missing") : t("callbacks.page.failed")}
          error={error ?? new Error(t("callbacks.page.missingAdvice"))}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRows label={t("callbacks.page.loading")} rows={6} />
      )}
    </Container>
  )
}

const LoadedCallback = ({ callback }: { callback: Callback }) => {
  const t = useTexts()
  const { subject, created_at, processed_at, due_at } = callback
  const target = subject && subjectTarget(subject)

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={t("callbacks.page.title")}
        description={t("callbacks.page.description")}
        badge={<CallbackStateBadge state={callback.state} />}
        actions={
          <ActionButton
            label={t("callbacks.runAgain")}
            icon={<ArrowPath />}
            operation={{
              path: `/callbacks/${encodeURIComponent(callback.id)}/process`,
              orderId: subject?.order_id ?? undefined,
            }}
            parse={parseCallback}
            success={({ state }) => {
              const words = callbackStateWords(state)
              return t("callbacks.ranAgain", {
                state: words ? t(words.text) : state,
              })
            }}
            running={t("callbacks.running")}
          />
        }
      />
      <Section title={t("callbacks.page.result")}>
        <dl className="divide-y divide-dashed">
          <FieldRow label={t("callbacks.columns.subject")}>
            {target ? (
              <Link to={target} className="text-ui-fg-base underline underline-offset-2">
                <CallbackSubject subject={subject} />
              </Link>
            ) : (
              <CallbackSubject subject={subject} />
            )}
          </FieldRow>
          <FieldRow label={t("callbacks.columns.said")}>
            <SaidStatus status={callback.said} />
          </FieldRow>
          <FieldRow label={t("callbacks.columns.outcome")}>
            <CallbackOutcome outcome={callback.outcome} />
          </FieldRow>
          <FieldRow label={t("callbacks.columns.received")}>
            {created_at ? <Moment at={created_at} /> : t("fields.unknown")}
          </FieldRow>
          <FieldRow label={t("callbacks.page.processed")}>
            {processed_at ? <Moment at={processed_at} /> : t("fields.notYet")}
          </FieldRow>
          {due_at && (
            <FieldRow label={t("callbacks.page.nextAttempt")}>
              <Moment at={due_at} />
            </FieldRow>
          )}
          <FieldRow label={t("callbacks.page.failures")}>{callback.attempts}</FieldRow>
        </dl>
      </Section>
      <Section
        title={t("callbacks.page.parameters")}
        description={t("callbacks.page.parametersAdvice")}
      >
        <ParametersTable parameters={callback.parameters} />
      </Section>
    </div>
  )
}
