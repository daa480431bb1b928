import { ExclamationCircleSolid } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { warningForReason } from "../../lib/order-warnings"
import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import { Moment } from "../moment"
import { operationPage } from "../operations/operation-target"
import { useOperationName } from "../operations/use-operation-name"
import { attentionTarget } from "./attention-target"
import type { AttentionItem } from "./overview-answer"

/** One thing that waits for a person: what it is, what to do, and the way to it. */
export const AttentionRow = ({ item }: { item: AttentionItem }) => {
  const t = useTexts()
  const isOperation = item.kind === "operation"
  const words = useWords(item)
  const to = attentionTarget(item)
  const name = nameOf(item)
  const label =
    to === operationPage(item.id)
      ? t("operations.notice.details")
      : isOperation && item.display_id === null
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

const useWords = ({
  kind,
  reason,
  operation_id,
}: AttentionItem): { title: string; advice: string } => {
  const t = useTexts()
  const operationName = useOperationName()
  if (kind !== "operation") {
    const warning = warningForReason(reason)
    return { title: t(warning.title), advice: t(warning.advice) }
  }
  const operation = operationName(operation_id ?? "")
  return reason === "operation_contradicted"
    ? {
        title: t("overview.attention.contradicted.title"),
        advice: t("overview.attention.contradicted.advice", { operation }),
      }
    : {
        title: t("overview.attention.operation.title"),
        advice: t("overview.attention.operation.advice", { operation }),
      }
}

const nameOf = ({ display_id, reference_no }: AttentionItem): string | null =>
  display_id === null ? reference_no : String(display_id)
