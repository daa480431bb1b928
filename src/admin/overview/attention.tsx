import { CheckCircle, ExclamationCircle, ExclamationCircleSolid } from "@medusajs/icons"
import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"

import { ActionButton } from "../components/action-button"
import { customerText } from "../components/customer"
import { LoadFailure, Section } from "../components/section"
import { Amount, Moment } from "../components/values"
import { ignoreAnswer } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, type Translate, useTexts } from "../lib/texts"
import { contradictionAdvice, operationPage, subjectText } from "../operations/data"
import { useOperationName } from "../operations/names"
import { orderName, warningWords } from "../orders/words"
import { type AttentionItem, attentionTarget, readOverview } from "./data"

type AttentionSectionProps = {
  items: readonly AttentionItem[]
  /** Of all that waits, also what is not among the items. */
  count: number
  /** How much is marked as handled. */
  handledCount: number
  callbacks: { waiting: number; failed: number }
  isServiceDown: boolean
}

/** What waits for staff, most severe first. */
export const AttentionSection = ({
  items,
  count,
  handledCount,
  callbacks,
  isServiceDown,
}: AttentionSectionProps) => {
  const t = useTexts()
  const [showsHandled, setShowsHandled] = useState(false)

  return (
    <Section
      title={t("overview.attention.title")}
      description={t("overview.attention.description")}
      actions={
        handledCount > 0 && (
          <Button
            type="button"
            size="small"
            variant="secondary"
            aria-expanded={showsHandled}
            onClick={() => setShowsHandled(!showsHandled)}
          >
            {showsHandled
              ? t("overview.attention.hideHandled")
              : t("overview.attention.showHandled", { count: handledCount })}
          </Button>
        )
      }
    >
      {isServiceDown && (
        <div className="px-6 py-4">
          <Alert variant="error">
            <Text as="span" size="small" leading="compact" weight="plus">
              {t("overview.attention.outage.title")}
            </Text>
            <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
              {t("overview.attention.outage.advice")}
            </Text>
          </Alert>
        </div>
      )}
      {items.length > 0 ? (
        <ol className="divide-y">
          <AttentionRows items={items} from={0} count={count} />
        </ol>
      ) : (
        <div className="flex items-center gap-x-3 px-6 py-4">
          <CheckCircle className="text-ui-tag-green-icon" />
          <Text size="small">{t("overview.attention.none")}</Text>
        </div>
      )}
      {callbacks.failed > 0 && (
        <div className="flex items-center gap-x-3 px-6 py-4">
          <ExclamationCircle className="text-ui-tag-orange-icon" />
          <Text size="small">
            {t("overview.attention.callbacksFailed", {
              count: callbacks.failed,
            })}{" "}
            <Link
              to="/e-invoice/callbacks?state=failed"
              className="text-ui-fg-base underline underline-offset-2"
            >
              {t("overview.attention.seeCallbacks")}
            </Link>
          </Text>
        </div>
      )}
      {showsHandled && handledCount > 0 && (
        <>
          <Text size="small" weight="plus" className="px-6 pb-2 pt-4">
            {t("overview.attention.handledTitle")}
          </Text>
          <ol aria-label={t("overview.attention.handledTitle")} className="divide-y">
            <MoreAttention attention="handled" from={0} count={handledCount} />
          </ol>
        </>
      )}
    </Section>
  )
}

type AttentionRowsProps = {
  items: readonly AttentionItem[]
  /** How many stand before these. */
  from: number
  /** Of all that waits. */
  count: number
  /** Left out where it waits. */
  attention?: "open" | "handled"
}

/** A page of what waits for staff, and a way to the next. */
const AttentionRows = ({ items, from, count, attention = "open" }: AttentionRowsProps) => {
  const shown = from + items.length

  return (
    <>
      {items.map((item) => (
        <AttentionRow key={item.case_id} item={item} />
      ))}
      {items.length > 0 && count > shown && (
        <MoreAttention attention={attention} from={shown} count={count} />
      )}
    </>
  )
}

/** Names what waits beyond the rows above, once staff ask for it. */
const MoreAttention = ({ from, count, attention = "open" }: Omit<AttentionRowsProps, "items">) => {
  const t = useTexts()
  const [isAsked, setIsAsked] = useState(from === 0)
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    {
      path: "/overview",
      query: { attention_offset: from, attention },
      isEnabled: isAsked,
      isFollowed: true,
    },
    readOverview
  )

  if (data) {
    const { items, count } = data.attention
    return <AttentionRows items={items} from={from} count={count} attention={attention} />
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 py-4">
      {error ? (
        <LoadFailure title={t("overview.failed")} query={{ error, isFetching, refetch }} />
      ) : (
        <>
          <Text size="small" className="text-ui-fg-subtle">
            {t("overview.attention.more", { count: count - from })}
          </Text>
          <Button
            type="button"
            size="small"
            variant="secondary"
            isLoading={isAsked && isFetching}
            onClick={() => setIsAsked(true)}
          >
            {t("overview.attention.showMore")}
          </Button>
        </>
      )}
    </li>
  )
}

/** One entry that waits for staff: what it is, what to do, and the way to it. */
const AttentionRow = ({ item }: { item: AttentionItem }) => {
  const t = useTexts()
  const isOperation = item.kind === "operation"
  const words = useWords(item)
  const to = attentionTarget(item)
  const name = orderName(t, item)
  const customer = customerText(item.customer)
  const label =
    to === operationPage(item.id)
      ? t("operations.notice.details")
      : isOperation && !to.startsWith("/orders/")
        ? subjectName(t, item)
        : name
          ? t("overview.attention.order", { number: name })
          : t("overview.attention.orderWithoutNumber")

  return (
    <li className="flex items-start gap-x-3 px-6 py-4">
      <ExclamationCircleSolid aria-hidden className="text-ui-tag-orange-icon mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <Text size="small" leading="compact" weight="plus">
          {words.title}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {words.advice}
        </Text>
        <div className="text-ui-fg-subtle txt-compact-small mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link to={to} className="text-ui-fg-base underline underline-offset-2">
            {label}
          </Link>
          {customer !== "" && <span className="break-all">{customer}</span>}
          {item.currency_code && <Amount value={item.amount} currencyCode={item.currency_code} />}
          {item.created_at && (
            <span>
              {t("overview.attention.since")} <Moment at={item.created_at} />
              {item.is_estimate && <> {t("overview.attention.estimated")}</>}
            </span>
          )}
          <Assignment item={item} />
        </div>
        <CaseActions item={item} />
      </div>
    </li>
  )
}

/** The record that an operation is about: what it is, and its identifier at the service. */
const subjectName = (t: Translate, { subject_kind: kind, remote_uuid: uuid }: AttentionItem) => {
  const text = subjectText(kind ?? "")
  return [text ? t(text) : kind, uuid].filter(Boolean).join(" ")
}

/** Who takes care of it, or who marked it as handled. */
const Assignment = ({ item }: { item: AttentionItem }) => {
  const t = useTexts()
  const colleague = t("overview.attention.colleague")

  if (item.handled_at !== null) {
    return (
      <span className="text-ui-fg-base">
        {t("overview.attention.handledBy", { name: item.handled_by_name ?? colleague })},{" "}
        <Moment at={item.handled_at} />
      </span>
    )
  }
  return item.taken_by === null ? null : (
    <span className="text-ui-fg-base">
      {item.is_mine
        ? t("overview.attention.assignedToYou")
        : t("overview.attention.assigned", { name: item.taken_by_name ?? colleague })}
    </span>
  )
}

/** What a member of staff does about a case: takes it, releases it, or says that it is handled. */
const CaseActions = ({ item }: { item: AttentionItem }) => {
  const t = useTexts()
  const action = (
    name: "take" | "release" | "mark_handled" | "reopen",
    label: string,
    done: string
  ) => (
    <ActionButton
      key={name}
      label={label}
      variant="transparent"
      operation={{ path: `/overview/cases/${encodeURIComponent(item.case_id)}` }}
      body={{ action: name, version: item.version, taken_by: item.taken_by }}
      read={ignoreAnswer}
      success={() => done}
    />
  )

  return (
    <div className="-ml-2 mt-2 flex flex-wrap gap-2">
      {item.handled_at !== null
        ? action("reopen", t("overview.attention.reopen"), t("overview.attention.reopenDone"))
        : [
            item.is_mine
              ? action(
                  "release",
                  t("overview.attention.release"),
                  t("overview.attention.releaseDone")
                )
              : action("take", t("overview.attention.assign"), t("overview.attention.assignDone")),
            item.can_be_handled &&
              action(
                "mark_handled",
                t("overview.attention.handle"),
                t("overview.attention.handleDone")
              ),
          ]}
    </div>
  )
}

const useWords = ({
  kind,
  reason,
  warning,
  operation_id,
}: AttentionItem): { title: string; advice: string } => {
  const t = useTexts()
  const operationName = useOperationName()
  if (reason !== "operation_contradicted" && reason !== "operation_in_doubt") {
    const { title, advice } = warningWords[warning ?? reason]
    return { title: t(title), advice: t(besideBooks[`${kind} ${reason}`] ?? advice) }
  }
  const operation = operationName(operation_id ?? "")
  return reason === "operation_contradicted"
    ? {
        title: t("overview.attention.contradicted.title"),
        advice: t(contradictionAdvice(operation_id ?? ""), { operation }),
      }
    : {
        title: t("operations.notice.title", { operation }),
        advice: t("operations.notice.advice"),
      }
}

/** What to do about what is outside Medusa's books: a refund of a reservation, and an order that was made beside the payments. */
const besideBooks: Readonly<Record<string, TextKey>> = {
  "operation refund_awaiting_approval": "overview.attention.reservationRefund.awaiting",
  "operation refund_approved": "overview.attention.reservationRefund.approved",
  "record overbilled": "overview.attention.overbilledBesideBooks",
}
