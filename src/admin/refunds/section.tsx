import { StatusBadge, Table, Text } from "@medusajs/ui"
import type { ComponentProps } from "react"

import { ActionButton } from "../components/action-button"
import {
  FieldRow,
  LoadFailure,
  LoadingRows,
  NotAsked,
  OutOfDate,
  Section,
} from "../components/section"
import { ScrolledTable } from "../components/table"
import { Amount, AmountCell, Moment, useAmountText } from "../components/values"
import { ignoreAnswer, useUnavailability } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { failureText } from "../lib/refusals"
import { useTexts } from "../lib/texts"
import { RefundAmountDrawer, RefundLinesDrawer } from "./actions"
import {
  awaitsApproval,
  changedText,
  changedWords,
  linesText,
  obstacleText,
  readRefundAccount,
  type Refund,
  type RefundAccount,
  refundWords,
} from "./data"
import { SettleRefund } from "./settle"

type OrderRefundsProps = {
  title: string
  /** The e-invoice order. */
  id: string
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** What can be refunded of one e-invoice order, line by line, and the refunds there have been. */
export const OrderRefunds = ({ title, id, orderId }: OrderRefundsProps) => {
  const t = useTexts()
  const path = `/orders/${encodeURIComponent(id)}/refunds`
  const account = useEInvoiceQuery({ path, isAlwaysFresh: true }, readRefundAccount)

  if (account.data) {
    return (
      <FoundRefunds
        title={title}
        account={account.data}
        query={account}
        path={path}
        orderId={orderId}
      />
    )
  }
  return (
    <Section title={title}>
      {account.isError ? (
        <LoadFailure title={t("refunds.section.failed")} query={account} />
      ) : (
        <LoadingRows label={t("refunds.section.loading")} rows={3} />
      )}
    </Section>
  )
}

type FoundRefundsProps = Omit<OrderRefundsProps, "id"> & {
  account: RefundAccount
  /** What fetched it. */
  query: ComponentProps<typeof OutOfDate>["query"]
  path: string
}

const FoundRefunds = ({ title, account, query, path, orderId }: FoundRefundsProps) => {
  const t = useTexts()
  const switchedOff = useUnavailability("orders.refund")
  const obstacle = obstacleText(account.obstacle)
  const unavailable = switchedOff ?? (obstacle && t(obstacle))
  const { currency_code: currencyCode } = account

  return (
    <Section
      title={title}
      description={t("refunds.section.description")}
      actions={
        <>
          <RefundLinesDrawer account={account} orderId={orderId} unavailable={unavailable} />
          <RefundAmountDrawer account={account} orderId={orderId} unavailable={unavailable} />
        </>
      }
    >
      <OutOfDate query={query} />
      {account.problem && (
        <div className="px-6 py-4">
          <NotAsked problem={account.problem} query={query} />
        </div>
      )}
      <dl className="divide-y divide-dashed">
        <FieldRow label={t("refunds.amounts.captured")}>
          <Amount value={account.captured} currencyCode={currencyCode} />
        </FieldRow>
        <FieldRow label={t("refunds.amounts.refunded")}>
          <Amount value={account.refunded} currencyCode={currencyCode} />
        </FieldRow>
        {account.credited > 0 && (
          <FieldRow label={t("refunds.amounts.credited")}>
            <Amount value={account.credited} currencyCode={currencyCode} />
          </FieldRow>
        )}
        {account.refundable > 0 && (
          <FieldRow label={t("refunds.amounts.refundable")}>
            <Amount value={account.refundable} currencyCode={currencyCode} />
          </FieldRow>
        )}
      </dl>
      {!obstacle && <WhatChanged account={account} />}
      {obstacle && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-3">
          {t(obstacle)}
        </Text>
      )}
      {account.lines.length > 0 && <LinesTable account={account} />}
      {account.refunds.length > 0 ? (
        <ul aria-label={t("refunds.section.list")} className="divide-y divide-dashed">
          {account.refunds.map((refund) => (
            <RefundItem
              key={refund.id}
              refund={refund}
              currencyCode={currencyCode}
              path={path}
              orderId={orderId}
              lines={account.lines}
              isShownBeside={account.unrecorded}
              awaitsEarlier={account.refunds.some(isReplaced)}
            />
          ))}
        </ul>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("refunds.section.none")}
        </Text>
      )}
    </Section>
  )
}

/** Which lines a refund of an amount is of, and when it is spread; also of one made with Medusa's own button. */
const WhatChanged = ({ account }: { account: RefundAccount }) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { changed, currency_code: currencyCode } = account
  const words = changedWords(account)

  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-3">
      {changed
        ? [
            t(words, {
              amount: amountText(changed.amount, currencyCode),
              lines: changedText(t, account, amountText),
            }),
            ...(words === "refunds.changed.limited" ? [] : [t("refunds.changed.other")]),
          ].join(" ")
        : t(words)}
    </Text>
  )
}

const LinesTable = ({ account }: { account: RefundAccount }) => {
  const t = useTexts()
  const { currency_code: currencyCode, lines } = account
  // What is left of a line says nothing while nothing at all can be refunded.
  const isRefundable = account.refundable > 0

  return (
    <ScrolledTable
      title={t("refunds.lines.title")}
      heads={[
        { text: t("refunds.amounts.line") },
        { text: t("refunds.amounts.amount"), isNumber: true },
        { text: t("refunds.amounts.taken"), isNumber: true },
        ...(isRefundable ? [{ text: t("refunds.amounts.refundable"), isNumber: true }] : []),
      ]}
    >
      {lines.map((line) => (
        <Table.Row key={line.id}>
          <Table.Cell>{line.name}</Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
          <AmountCell value={line.refunded} currencyCode={currencyCode} />
          {isRefundable && <AmountCell value={line.refundable} currencyCode={currencyCode} />}
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

type RefundItemProps = {
  refund: Refund
  /** The invoice's lines, as far as the service tells them. */
  lines: RefundAccount["lines"]
  currencyCode: string
  /** Below `/admin/e-invoice`: the order's refunds. */
  path: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  /** Whether the service shows a refund that is not recorded. */
  isShownBeside: boolean
  /** Whether staff have to say first what became of a credit of before the order changed again. */
  awaitsEarlier: boolean
}

/** Whether another credit took its place, and it is not known whether it was given by hand. */
const isReplaced = ({ may_be_given, failure }: Refund): boolean =>
  may_be_given && failure?.kind === "replaced"

/** One refund: its outcome with the reason, and what staff can still do about it. */
const RefundItem = ({
  refund,
  lines,
  currencyCode,
  path,
  orderId,
  isShownBeside,
  awaitsEarlier,
}: RefundItemProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const switchedOff = useUnavailability("refunds.request-approval")
  const words = refundWords(refund)
  const amount = amountText(refund.amount, currencyCode)
  const target = {
    path: `${path}/${encodeURIComponent(refund.id)}/settle`,
    orderId,
    currencyCode,
  }
  const isWaiting = awaitsApproval(refund)
  const isOpen = refund.state === "in_doubt" || isWaiting
  const isCredit = refund.purpose === "credit"

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
      {isCredit && <Text size="small">{t("refunds.credit")}</Text>}
      {refund.products.length > 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {linesText(t, refund.products, (amount) => amountText(amount, currencyCode))}
        </Text>
      )}
      {refund.failure && (
        <Text size="small">
          {failureText(t, { ...refund.failure, messageKey: refund.failure.message_key }) ??
            t("fields.unknown")}
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
            read={ignoreAnswer}
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
      {awaitsEarlier && isCredit && refund.failure?.kind === "left-to-staff" && (
        <Text size="small">{t("refunds.settle.earlierFirst")}</Text>
      )}
      {(isOpen || refund.may_be_given) && (
        <SettleRefund refund={refund} lines={lines} target={target} isShownBeside={isShownBeside} />
      )}
      {refund.missing_in_medusa && (
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            label={t("refunds.record.label")}
            operation={target}
            body={{ carried_out: true }}
            read={ignoreAnswer}
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
