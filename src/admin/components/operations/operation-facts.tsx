import { Link } from "react-router-dom"

import { type TextKey, useTexts } from "../../lib/texts"
import { ActorName } from "../actor-name"
import { FieldRow } from "../field-row"
import { Moment } from "../moment"
import type { LoggedOperation } from "./operation-data"
import { subjectPage } from "./operation-target"
import { OperationSubject } from "./operation-subject"
import { hasStatus, StatusAtService } from "./status-at-service"

const LINK = "text-ui-fg-base underline underline-offset-2"

/** What is known of an operation: who asked for what, what went wrong, and what the service says now. */
export const OperationFacts = ({ operation }: { operation: LoggedOperation }) => {
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
  if (state === "done") {
    return answer?.messageKey === "settledByAPerson"
      ? "operations.page.foundDone"
      : "operations.page.answered"
  }
  if (state === "refused") {
    return failure?.kind === "person" ? "operations.page.foundNotDone" : "operations.page.refused"
  }
  return undefined
}
