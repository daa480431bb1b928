import { StatusBadge, Table, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { OrderStatusBadge, ReservationBadge, SubscriptionBadge } from "../components/badges"
import { CustomerLink } from "../components/customer"
import { FieldRow, inContainer, Loaded, PageHeader, Section } from "../components/section"
import { ActorName, Moment } from "../components/values"
import type { OperationId, ReadAnswer } from "../../api/admin/e-invoice/answers"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { failureText } from "../lib/refusals"
import { type TextKey, useTexts } from "../lib/texts"
import type { BadgeColor } from "../orders/words"
import { operationStateWords } from "../reservations/data"
import {
  contradictionAdvice,
  type LoggedOperation,
  readOperation,
  sentMembers,
  subjectPage,
} from "./data"
import { OperationSubject, useOperationName } from "./names"
import { cycleText } from "../subscriptions/data"
import { memberText } from "./sent-words"
import { HandledButton, SettleButtons } from "./settle"

/** One operation: the request, what is known of it, and what staff can record while it is in doubt. */
export const OperationPage = ({ id }: { id: string }) => {
  const t = useTexts()
  const operation = useEInvoiceQuery(
    {
      path: `/operation-log/${encodeURIComponent(id)}`,
      isAlwaysFresh: true,
    },
    readOperation
  )

  return (
    <Loaded
      query={operation}
      loading={t("operations.page.loading")}
      rows={6}
      failed={t("operations.page.failed")}
      frame={inContainer}
    >
      {(found) => <FoundOperation operation={found} />}
    </Loaded>
  )
}

const FoundOperation = ({ operation }: { operation: LoggedOperation }) => {
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
          description: t(contradictionAdvice(operation.operation), {
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
            {operation.order_number
              ? t("overview.attention.order", { number: operation.order_number })
              : t("operations.page.openOrder")}
          </Link>
        </FieldRow>
      )}
      {operation.customer ? (
        <FieldRow label={t("operations.page.customer")}>
          <CustomerLink customer={operation.customer} />
        </FieldRow>
      ) : (
        operation.customer_id !== null && (
          <FieldRow label={t("operations.page.customer")}>
            <Link to={`/customers/${operation.customer_id}`} className={LINK}>
              {t("operations.page.openCustomer")}
            </Link>
          </FieldRow>
        )
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
          {(failure && failureText(t, failure)) ?? t("fields.unknown")}
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
    return failure?.kind === "person" || failure?.kind === "approval-refused"
      ? "operations.page.foundNotDone"
      : "operations.page.refused"
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
            <Table.Cell className="whitespace-normal py-2">
              {memberText(t, isCycle(name) ? "cycles" : name)}
            </Table.Cell>
            <Table.Cell className="whitespace-normal py-2 [overflow-wrap:anywhere]">
              {isCycle(name) ? cycleText(t, value) : value}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}

/** A cycle says itself which it is: its place in the request would read as another number of it. */
const isCycle = (name: string): boolean => name.startsWith("cycles.")

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
