import { Container, StatusBadge, Table, Text } from "@medusajs/ui"
import { useCallback, useMemo } from "react"
import { Link } from "react-router-dom"
import { z } from "zod"

import { ReservationBadge, SubscriptionBadge } from "../components/badges"
import { ActionButton } from "../components/action-button"
import { ActionDrawer } from "../components/drawers"
import { TextField } from "../components/form"
import { FieldRow, LoadFailure, LoadingRows, PageHeader, Section } from "../components/section"
import { ActorName, Moment } from "../components/values"
import type { OperationId, ReadAnswer } from "../../api/admin/e-invoice/answers"
import { requiredText } from "../lib/form-values"
import { ignoreAnswer, operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import { OrderStatusBadge } from "../orders/section"
import type { BadgeColor } from "../orders/words"
import { operationStateWords } from "../reservations/data"
import {
  type LoggedOperation,
  madeRecordExample,
  operationText,
  readOperation,
  sentMembers,
  subjectPage,
  subjectText,
} from "./data"

/** One operation: the request, what is known of it, and what staff can record while it is in doubt. */
export const OperationPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    {
      path: `/operation-log/${encodeURIComponent(id)}`,
      isAlwaysFresh: true,
    },
    readOperation
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

const LINK = "text-ui-fg-base underline underline-offset-2"

/** What is known of an operation: who asked for what, what went wrong, and what the service says now. */
const OperationFacts = ({ operation }: { operation: LoggedOperation }) => {
  const t = useTexts()
  const { subject_kind: kind, subject_uuid: uuid, failure } = operation
  const to = subjectPage(operation)
  const ending = endingOf(operation)

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("operations.page.about")}>
        {to === undefined ? (
          <OperationSubject operation={operation} />
        ) : (
          <Link to={to} className={LINK}>
            <OperationSubject operation={operation} />
          </Link>
        )}
      </FieldRow>
      {kind !== null && uuid !== null && hasStatus(kind) && (
        <FieldRow label={t("operations.page.now")}>
          <StatusAtService kind={kind} uuid={uuid} />
        </FieldRow>
      )}
      {operation.order_id !== null && (
        <FieldRow label={t("operations.page.order")}>
          <Link to={`/orders/${operation.order_id}`} className={LINK}>
            {t("operations.page.openOrder")}
          </Link>
        </FieldRow>
      )}
      {operation.customer_id !== null && (
        <FieldRow label={t("operations.page.customer")}>
          <Link to={`/customers/${operation.customer_id}`} className={LINK}>
            {t("operations.page.openCustomer")}
          </Link>
        </FieldRow>
      )}
      <FieldRow label={t("operations.page.asked")}>
        <ActorName actor={operation.actor} />
      </FieldRow>
      {operation.created_at && (
        <FieldRow label={t("operations.page.sent")}>
          <Moment at={operation.created_at} />
        </FieldRow>
      )}
      {ending ? (
        <FieldRow label={t("operations.page.ended")}>{t(ending)}</FieldRow>
      ) : (
        <FieldRow label={t("operations.page.failure")}>
          {failure?.message ?? t("fields.unknown")}
          {failure?.at && (
            <span className="mt-1 block">
              <Moment at={failure.at} />
            </span>
          )}
        </FieldRow>
      )}
      {operation.settled_by !== null && (
        <FieldRow label={t("operations.page.settledBy")}>
          <ActorName actor={operation.settled_by} />
        </FieldRow>
      )}
    </dl>
  )
}

/** How an operation was settled; undefined while it is open. */
const endingOf = ({ state, answer, failure }: LoggedOperation): TextKey | undefined => {
  if (state === "succeeded") {
    return answer?.messageKey === "settledByAPerson"
      ? "operations.page.foundDone"
      : "operations.page.answered"
  }
  if (state === "rejected") {
    return failure?.kind === "person" ? "operations.page.foundNotDone" : "operations.page.refused"
  }
  return undefined
}

/** What an operation's request carried, as it went out. */
const SentMembersTable = ({ request }: { request: unknown }) => {
  const t = useTexts()
  const members = sentMembers(request)

  if (members.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("operations.page.noRequest")}
      </Text>
    )
  }
  return (
    <Table aria-label={t("operations.page.request")}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("operations.page.name")}</Table.HeaderCell>
          <Table.HeaderCell>{t("operations.page.value")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {members.map(([name, value]) => (
          <Table.Row key={name}>
            <Table.Cell className="font-mono">{name}</Table.Cell>
            <Table.Cell className="whitespace-normal py-2 font-mono [overflow-wrap:anywhere]">
              {value}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}

type StatusAtServiceProps = {
  kind: string
  uuid: string
}

/** What tells the status of a record of a kind, and the parameter that names the record. */
const readings: Readonly<Record<string, readonly [operation: OperationId, parameter: string]>> = {
  order: ["orders.status", "order_uuid"],
  reservation: ["reservations.details", "reservation_uuid"],
  subscription: ["subscriptions.details", "subscriptionUuid"],
}

const readStatus = ({
  data,
}: ReadAnswer<"orders.status" | "reservations.details" | "subscriptions.details">): string | null =>
  data.status ?? null

/** Whether the service can be asked for the status of a record of this kind. */
const hasStatus = (kind: string): boolean => kind in readings

/** What the service says of a record at this moment: what an operation in doubt may have changed. */
const StatusAtService = ({ kind, uuid }: StatusAtServiceProps) => {
  const t = useTexts()
  const [operation, parameter] = readings[kind] ?? ["orders.status", "order_uuid"]
  const { data, isError } = useEInvoiceQuery(
    {
      path: operationPath(operation),
      query: { [parameter]: uuid },
      // The record's own page reads more of the same answer.
      revision: "status",
      isEnabled: hasStatus(kind),
      isAlwaysFresh: true,
    },
    readStatus
  )

  if (data === undefined || data === null) {
    return (
      <Text as="span" size="small" leading="compact" role="status">
        {t(isError || data === null ? "operations.page.notAsked" : "operations.page.asking")}
      </Text>
    )
  }
  switch (kind) {
    case "reservation":
      return <ReservationBadge status={data} />
    case "subscription":
      return <SubscriptionBadge status={data} />
    default:
      return <OrderStatusBadge order={{ state: "succeeded", remote_status: data }} />
  }
}

type SettleButtonsProps = {
  operation: LoggedOperation
}

/** The two outcomes that staff can record of an operation in doubt. Neither sends anything to the service. */
export const SettleButtons = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  const target = targetOf(operation)
  const example = madeRecordExample(operation.operation)
  const yes = {
    label: t("operations.settle.yes"),
    operation: target,
    read: ignoreAnswer,
    success: () => t("operations.settle.done"),
  }
  const yesQuestion = {
    title: t("operations.settle.yesTitle"),
    description: t("operations.settle.yesQuestion"),
    confirmText: t("operations.settle.yes"),
    variant: "confirmation",
  } as const
  const schema = useMemo(() => z.object({ uuid: requiredText(64) }), [])

  return (
    <div className="flex flex-wrap items-center gap-2">
      {example === undefined ? (
        <ActionButton {...yes} body={{ took_effect: true }} confirm={yesQuestion} />
      ) : (
        <ActionDrawer
          {...yes}
          title={t("operations.settle.createdTitle")}
          description={t("operations.settle.createdDescription")}
          schema={schema}
          defaultValues={{ uuid: "" }}
          toBody={({ uuid }) => ({ took_effect: true, uuid })}
          confirm={() => yesQuestion}
        >
          {({ control }) => (
            <TextField
              control={control}
              name="uuid"
              label={t("operations.settle.uuid")}
              hint={t("operations.settle.uuidHint", { example })}
            />
          )}
        </ActionDrawer>
      )}
      <ActionButton
        label={t("operations.settle.no")}
        operation={target}
        body={{ took_effect: false }}
        read={ignoreAnswer}
        confirm={{
          title: t("operations.settle.noTitle"),
          description: t("operations.settle.noQuestion"),
          confirmText: t("operations.settle.no"),
          variant: "confirmation",
        }}
        success={() => t("operations.settle.done")}
      />
    </div>
  )
}

/** Says that staff have seen to what the service carried out although they had settled it otherwise. */
const HandledButton = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  return (
    <ActionButton
      label={t("operations.contradicted.handled")}
      operation={targetOf(operation)}
      body={{ took_effect: true }}
      read={ignoreAnswer}
      confirm={{
        title: t("operations.contradicted.title"),
        description: t("operations.contradicted.question"),
        confirmText: t("operations.contradicted.handled"),
        variant: "confirmation",
      }}
      success={() => t("operations.settle.done")}
    />
  )
}

const targetOf = ({ id, order_id, customer_id }: LoggedOperation) => ({
  path: `/operation-log/${encodeURIComponent(id)}/settle`,
  orderId: order_id ?? undefined,
  customerId: customer_id ?? undefined,
})

const colors: Readonly<Record<string, BadgeColor>> = {
  succeeded: "green",
  rejected: "grey",
  in_doubt: "orange",
}

/** How an operation ended, in words; the colour only repeats what the words say. */
const OperationStateBadge = ({ state }: { state: string }) => {
  const t = useTexts()

  return (
    <StatusBadge color={colors[state] ?? "blue"} className="text-nowrap">
      {t(operationStateWords(state))}
    </StatusBadge>
  )
}

type OperationSubjectProps = {
  operation: Pick<LoggedOperation, "subject_kind" | "subject_uuid">
}

/** What an operation is about: the kind of record and its id at the service; a creation in doubt has neither yet. */
export const OperationSubject = ({
  operation: { subject_kind, subject_uuid },
}: OperationSubjectProps) => {
  const t = useTexts()

  if (subject_kind === null || subject_uuid === null) {
    return <>{t("operations.list.new")}</>
  }
  const kind = subjectText(subject_kind)
  return (
    <>
      {kind ? t(kind) : subject_kind} {subject_uuid}
    </>
  )
}

/** Names an operation in words; one that has none is named as the catalogue does. */
export const useOperationName = () => {
  const t = useTexts()
  return useCallback(
    (operation: string): string => {
      const text = operationText(operation)
      return text ? t(text) : operation
    },
    [t]
  )
}
