import { CheckCircle, ExclamationCircle, ExclamationCircleSolid } from "@medusajs/icons"
import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"

import { customerText } from "../components/customer"
import { LoadFailure, Section } from "../components/section"
import { Amount, Moment } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { operationPage } from "../operations/data"
import { useOperationName } from "../operations/names"
import { orderName, warningWords } from "../orders/words"
import { type AttentionItem, attentionTarget, readOverview } from "./data"

type AttentionSectionProps = {
  items: readonly AttentionItem[]
  /** Of all that waits, also what is not among the items. */
  count: number
  callbacks: { waiting: number; failed: number }
  isServiceDown: boolean
}

/** What waits for staff, most severe first. */
export const AttentionSection = ({
  items,
  count,
  callbacks,
  isServiceDown,
}: AttentionSectionProps) => {
  const t = useTexts()

  return (
    <Section
      title={t("overview.attention.title")}
      description={t("overview.attention.description")}
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
    </Section>
  )
}

const keyOf = ({ id, reason }: AttentionItem) => `${id} ${reason}`

type AttentionRowsProps = {
  items: readonly AttentionItem[]
  /** How many stand before these. */
  from: number
  /** Of all that waits. */
  count: number
}

/** A page of what waits for staff, and a way to the next. */
const AttentionRows = ({ items, from, count }: AttentionRowsProps) => {
  const shown = from + items.length

  return (
    <>
      {items.map((item) => (
        <AttentionRow key={keyOf(item)} item={item} />
      ))}
      {items.length > 0 && count > shown && <MoreAttention from={shown} count={count} />}
    </>
  )
}

/** Names what waits beyond the rows above, once staff ask for it. */
const MoreAttention = ({ from, count }: Omit<AttentionRowsProps, "items">) => {
  const t = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    {
      path: "/overview",
      query: { attention_offset: from },
      isEnabled: isAsked,
      isFollowed: true,
    },
    readOverview
  )

  if (data) {
    const { items, count } = data.attention
    return <AttentionRows items={items} from={from} count={count} />
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 py-4">
      {error ? (
        <LoadFailure
          title={t("overview.failed")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
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
      : isOperation && item.order_number === null
        ? item.remote_uuid
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
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

const useWords = ({ reason, operation_id }: AttentionItem): { title: string; advice: string } => {
  const t = useTexts()
  const operationName = useOperationName()
  if (reason !== "operation_contradicted" && reason !== "operation_in_doubt") {
    const { title, advice } = warningWords[reason]
    return { title: t(title), advice: t(advice) }
  }
  const operation = operationName(operation_id ?? "")
  return reason === "operation_contradicted"
    ? {
        title: t("overview.attention.contradicted.title"),
        advice: t("overview.attention.contradicted.advice", { operation }),
      }
    : {
        title: t("operations.notice.title", { operation }),
        advice: t("operations.notice.advice"),
      }
}
