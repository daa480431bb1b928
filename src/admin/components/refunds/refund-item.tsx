import { StatusBadge, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionButton } from "../action-button"
import { Amount } from "../amount"
import { Moment } from "../moment"
import type { Refund } from "./refund-account"
import { reasonText, refundWords } from "./refund-words"

type RefundItemProps = {
  refund: Refund
  currencyCode: string
  /** Below `/admin/e-invoice`: the order's refunds. */
  path: string
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** One refund: what became of it and why, and what a person can still do about it. */
export const RefundItem = ({ refund, currencyCode, path, orderId }: RefundItemProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const switchedOff = useUnavailability("refunds.request-approval")
  const words = refundWords(refund)
  const reason = reasonText(refund.failure?.message_key ?? null)
  const amount = amountText(refund.amount, currencyCode)
  const target = {
    path: `${path}/${encodeURIComponent(refund.id)}/settle`,
    orderId,
  }
  const isWaiting = refund.approval === "open" || refund.approval === "asking"
  const isOpen = refund.state === "in_doubt" || isWaiting

  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="txt-compact-small-plus flex items-center gap-x-3">
          <Amount value={refund.amount} currencyCode={currencyCode} />
          <StatusBadge color={words.color}>{t(words.text)}</StatusBadge>
        </span>
        {refund.created_at && (
          <span className="txt-compact-small text-ui-fg-subtle">
            <Moment at={refund.created_at} />
          </span>
        )}
      </div>
      {refund.products.length > 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {refund.products
            .map((product) =>
              t("refunds.byLine.one", {
                name: product.name ?? t("fields.unknown"),
                amount: amountText(product.amount, currencyCode),
              })
            )
            .join("; ")}
        </Text>
      )}
      {refund.failure && (
        <Text size="small">
          {reason ? t(reason) : (refund.failure.message ?? t("fields.unknown"))}
        </Text>
      )}
      {refund.approval === "possible" && (
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            label={t("refunds.approval.label")}
            unavailable={switchedOff}
            operation={{
              path: `${path}/${encodeURIComponent(refund.id)}/approval`,
              orderId,
            }}
            parse={ignoreAnswer}
            confirm={{
              title: t("refunds.approval.confirmTitle"),
              description: t("refunds.approval.confirm", { amount }),
              confirmText: t("refunds.approval.label"),
              variant: "confirmation",
            }}
            success={() => t("refunds.approval.done")}
          />
        </div>
      )}
      {refund.approval_asked_at && isWaiting && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("refunds.approval.asked")} <Moment at={refund.approval_asked_at} />
        </Text>
      )}
      {isOpen && (
        <>
          <Text size="small" className="text-ui-fg-subtle">
            {t(isWaiting ? "refunds.settle.approval" : "refunds.settle.inDoubt")}
          </Text>
          <div className="flex flex-wrap items-center gap-2">
            <ActionButton
              label={t("refunds.settle.yes")}
              operation={target}
              body={{ carried_out: true, attempt: refund.attempt }}
              parse={ignoreAnswer}
              confirm={{
                title: t("refunds.settle.yesTitle"),
                description: t("refunds.settle.yesConfirm", { amount }),
                confirmText: t("refunds.settle.yes"),
                variant: "confirmation",
              }}
              success={() => t("refunds.settle.yesDone")}
            />
            <ActionButton
              label={t("refunds.settle.no")}
              operation={target}
              body={{ carried_out: false, attempt: refund.attempt }}
              parse={ignoreAnswer}
              confirm={{
                title: t("refunds.settle.noTitle"),
                description: t("refunds.settle.noConfirm", { amount }),
                confirmText: t("refunds.settle.no"),
                variant: "confirmation",
              }}
              success={() => t("refunds.settle.noDone")}
            />
          </div>
        </>
      )}
      {refund.missing_in_medusa && (
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            label={t("refunds.record.label")}
            operation={target}
            body={{ carried_out: true }}
            parse={ignoreAnswer}
            confirm={{
              title: t("refunds.settle.yesTitle"),
              description: t("refunds.settle.yesConfirm", { amount }),
              confirmText: t("refunds.record.label"),
              variant: "confirmation",
            }}
            success={() => t("refunds.settle.yesDone")}
          />
        </div>
      )}
    </li>
  )
}
