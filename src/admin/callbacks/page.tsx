import { ArrowPath } from "@medusajs/icons"
import { Alert, Container, StatusBadge, Table, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { ActionButton } from "../components/action-button"
import { FieldRow, inContainer, Loaded, PageHeader, Section } from "../components/section"
import { Moment } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, type Translate, useTexts } from "../lib/texts"
import { orderName, statusWords } from "../orders/words"
import { reservationWords } from "../reservations/data"
import { subscriptionWords } from "../subscriptions/data"
import {
  type Callback,
  callbackStateWords,
  type CallbackSubject as Subject,
  outcomeWords,
  readCallback,
  readCallbackPage,
  subjectTarget,
} from "./data"

/** One callback: what it carried, what came of it, and a button that has it processed again. */
export const CallbackPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const found = useEInvoiceQuery(
    { path: "/callbacks", query: { id }, isFollowed: true },
    readCallbackPage
  )

  return (
    <Loaded
      query={found}
      loading={t("callbacks.page.loading")}
      rows={6}
      failed={t("callbacks.page.failed")}
      frame={inContainer}
    >
      {({ rows: [callback] }) => (callback ? <FoundCallback callback={callback} /> : <Missing />)}
    </Loaded>
  )
}

const Missing = () => {
  const t = useTexts()

  return (
    <Container className="px-6 py-4">
      <Alert variant="error" role="alert" className="bg-ui-bg-base">
        <Text as="span" size="small" leading="compact" weight="plus">
          {t("callbacks.page.missing")}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {t("callbacks.page.missingAdvice")}
        </Text>
      </Alert>
    </Container>
  )
}

const FoundCallback = ({ callback }: { callback: Callback }) => {
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
            read={readCallback}
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

/** What came of a callback, in words; what the server adds stands behind them. */
export const CallbackOutcome = ({ outcome }: Pick<Callback, "outcome">) => {
  const t = useTexts()

  if (outcome === null) {
    return <>{t("callbacks.outcome.none")}</>
  }
  const words = outcomeWords(outcome)
  if (!words) {
    return <>{outcome}</>
  }
  const { text, detail } = words
  return (
    <>
      {t(text)}
      {detail && `: ${reportedText(t, detail)}`}
    </>
  )
}

/** A status of an order, a reservation or a subscription in words; anything else as the server wrote it. */
const reportedText = (t: Translate, status: string): string => {
  const words =
    statusWords({ state: "succeeded", remote_status: status }) ??
    reservationWords(status) ??
    subscriptionWords(status)
  return words ? t(words.text) : status
}

/** Whether a callback has been processed, in words. */
export const CallbackStateBadge = ({ state }: { state: string }) => {
  const t = useTexts()
  const words = callbackStateWords(state)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : state}
    </StatusBadge>
  )
}

const kinds: Readonly<Record<string, TextKey>> = {
  checkout: "callbacks.kind.checkout",
  order: "callbacks.kind.order",
  reservation: "callbacks.kind.reservation",
  subscription: "callbacks.kind.subscription",
  "company-check": "callbacks.kind.companyCheck",
}

/** What a callback is about: the kind of record, and by what it is known. */
export const CallbackSubject = ({ subject }: { subject: Subject | null }) => {
  const t = useTexts()

  if (subject === null) {
    return <>{t("callbacks.subjectGone")}</>
  }
  const kind = kinds[subject.kind]
  const name = orderName(t, subject) ?? subject.remote_uuid
  return (
    <>
      {kind ? t(kind) : subject.kind}
      {name ? ` ${name}` : ""}
    </>
  )
}

type ParametersTableProps = {
  parameters: Readonly<Record<string, unknown>>
}

const written = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : String(value)

/** What a callback carried, as it came. */
const ParametersTable = ({ parameters }: ParametersTableProps) => {
  const t = useTexts()
  const entries = Object.entries(parameters)

  if (entries.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("callbacks.page.noParameters")}
      </Text>
    )
  }
  return (
    <Table aria-label={t("callbacks.page.parameters")}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("callbacks.page.name")}</Table.HeaderCell>
          <Table.HeaderCell>{t("callbacks.page.value")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {entries.map(([name, value]) => (
          <Table.Row key={name}>
            <Table.Cell className="font-mono">{name}</Table.Cell>
            <Table.Cell className="whitespace-normal py-2 font-mono [overflow-wrap:anywhere]">
              {written(value)}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}

/** The status a callback reports. */
export const SaidStatus = ({ status }: { status: string | null }) => {
  const t = useTexts()

  return <>{status === null ? t("callbacks.saidNothing") : reportedText(t, status)}</>
}
