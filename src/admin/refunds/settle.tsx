import { Text } from "@medusajs/ui"
import { useMemo } from "react"
import type { Control } from "react-hook-form"
import { z } from "zod"

import { ActionButton } from "../components/action-button"
import { ChoiceField } from "../components/choice"
import { ActionDrawer } from "../components/drawers"
import { useAmountText } from "../components/values"
import { requiredText, sumOf } from "../lib/form-values"
import { ignoreAnswer } from "../lib/operations"
import { type TextKey, useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, type EInvoiceRefund, readOrderDetail } from "../orders/data"
import {
  awaitsApproval,
  type ChoosableLine,
  creditRecordedText,
  lineAmountsSchema,
  noAmounts,
  type Refund,
  type RefundAccount,
  refundOutcomes,
} from "./data"
import { RefundEvidence, useRefundSettlement } from "./evidence"
import { LineAmountFields } from "./line-amounts"

type SettleRefundDrawerProps = {
  order: EInvoiceOrderSummary
  refund: EInvoiceRefund
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const answerSchema = z.object({ outcome: requiredText() })

/** What each answer says; those of another refund are offered where the service names no amount. */
const SAID: Readonly<Record<string, { carried_out: boolean; beside_another?: boolean }>> = {
  yes: { carried_out: true },
  alone: { carried_out: true, beside_another: false },
  both: { carried_out: true, beside_another: true },
  no: { carried_out: false },
  another: { carried_out: false, beside_another: true },
}

/** Records what staff found at the service about a refund in doubt. */
export const SettleRefundDrawer = ({ order, refund, orderId }: SettleRefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const amount = amountText(refund.amount, order.currency_code)
  const path = `/orders/${encodeURIComponent(order.id)}/refunds/${encodeURIComponent(refund.id)}/settle`

  return (
    <ActionDrawer
      label={t("settle.refundLabel", { amount })}
      variant="primary"
      title={t("settle.refundTitle")}
      description={t("settle.refundDescription", { amount })}
      submitLabel={t("settle.refundSubmit")}
      schema={answerSchema}
      defaultValues={{ outcome: "" }}
      operation={{ path, orderId, currencyCode: order.currency_code }}
      toBody={({ outcome }) => ({ ...SAID[outcome], attempt: refund.attempt })}
      read={readOrderDetail}
      confirm={({ outcome }) => ({
        title: t("settle.refundTitle"),
        description: t(questionOf(outcome), { amount }),
        confirmText: t("settle.refundSubmit"),
        variant: "confirmation",
      })}
      success={() => t("settle.refundDone")}
    >
      {({ control }) => (
        <>
          <RefundEvidence path={path} currencyCode={order.currency_code} />
          <OutcomeField path={path} control={control} />
        </>
      )}
    </ActionDrawer>
  )
}

const questionOf = (outcome: string): TextKey => {
  if (outcome === "another") {
    return "refunds.settle.anotherConfirm"
  }
  return outcome === "no" ? "settle.refundNoQuestion" : "settle.refundYesQuestion"
}

type OutcomeFieldProps = {
  path: string
  control: Control<z.input<typeof answerSchema>, unknown, unknown>
}

const OutcomeField = ({ path, control }: OutcomeFieldProps) => {
  const t = useTexts()
  const { data } = useRefundSettlement(path)
  const mayBeAnother = data?.may_be_another ?? false
  const another = (value: string, label: TextKey) =>
    mayBeAnother ? [{ value, label: t(label) }] : []

  return (
    <ChoiceField
      control={control}
      name="outcome"
      label={t("settle.refundQuestion")}
      choices={[
        { value: mayBeAnother ? "alone" : "yes", label: t("settle.refundYes") },
        ...another("both", "refunds.settle.besideAnother"),
        { value: "no", label: t("settle.refundNo") },
        ...another("another", "refunds.settle.another"),
      ]}
    />
  )
}

type SettleRefundProps = {
  refund: Refund
  /** The invoice's lines, as far as the service tells them. */
  lines: RefundAccount["lines"]
  target: { path: string; orderId: string; currencyCode: string }
  /** Whether the service shows a refund that is not recorded. */
  isShownBeside: boolean
}

/** What the service shows of a refund whose outcome is open or may be another, and what staff may say became of it. */
export const SettleRefund = ({ refund, lines, target, isShownBeside }: SettleRefundProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { data } = useRefundSettlement(target.path)
  const { path, orderId, currencyCode } = target
  const amount = amountText(refund.amount, currencyCode)
  const isCredit = refund.purpose === "credit"
  const { carriedOut, notCarriedOut } = refundOutcomes(refund, {
    isShownBeside,
    mayBeAnother: data?.may_be_another ?? false,
  })

  return (
    <>
      <Text size="small" className="text-ui-fg-subtle">
        {t(adviceOn(refund, isShownBeside))}
      </Text>
      <RefundEvidence path={path} currencyCode={currencyCode} />
      <div className="flex flex-wrap items-center gap-2">
        {carriedOut.map(({ label, said }) => (
          <ActionButton
            key={label}
            label={t(label)}
            operation={target}
            body={{ ...said, attempt: refund.attempt }}
            read={readOrderDetail}
            confirm={{
              title: t("refunds.settle.yesTitle"),
              description: t(
                isCredit ? "refunds.settle.creditConfirm" : "refunds.settle.yesConfirm",
                { amount }
              ),
              confirmText: t(label),
              variant: "confirmation",
            }}
            success={(order) =>
              t(isCredit ? creditRecordedText(order, refund.id) : "refunds.settle.yesDone")
            }
          />
        ))}
        {isCredit && refund.may_be_given && (
          <PartGivenDrawer
            refund={refund}
            lines={lines}
            currencyCode={currencyCode}
            path={path}
            orderId={orderId}
            isShownBeside={isShownBeside}
          />
        )}
        {notCarriedOut.map(({ label, said }) => {
          const words = notCarriedOutWords(refund, said)
          return (
            <ActionButton
              key={label}
              label={t(label)}
              operation={target}
              body={{ ...said, attempt: refund.attempt }}
              read={ignoreAnswer}
              confirm={{
                title: t("refunds.settle.noTitle"),
                description: t(words.confirm, { amount }),
                confirmText: t(label),
                variant: "confirmation",
              }}
              success={() => t(words.done)}
            />
          )
        })}
      </div>
    </>
  )
}

const adviceOn = (refund: Refund, isShownBeside: boolean): TextKey => {
  if (refund.may_be_given) {
    return isShownBeside ? "refunds.settle.byHandBeside" : "refunds.settle.byHand"
  }
  return awaitsApproval(refund)
    ? "warnings.refundAwaitingApproval.advice"
    : "warnings.refundInDoubt.advice"
}

const notCarriedOutWords = (
  { purpose }: Pick<Refund, "purpose">,
  { beside_another: isAnother = false }: { beside_another?: boolean }
): { confirm: TextKey; done: TextKey } => {
  if (purpose === "credit") {
    return { confirm: "refunds.settle.creditNoConfirm", done: "refunds.settle.creditNoDone" }
  }
  return isAnother
    ? { confirm: "refunds.settle.anotherConfirm", done: "refunds.settle.anotherDone" }
    : { confirm: "refunds.settle.noConfirm", done: "refunds.settle.noDone" }
}

type PartGivenDrawerProps = {
  refund: Refund
  /** The invoice's lines, as far as the service tells them. */
  lines: RefundAccount["lines"]
  currencyCode: string
  /** Below `/admin/e-invoice`: the route that settles it. */
  path: string
  orderId: string
  /** Whether the service shows a refund that is not recorded. */
  isShownBeside: boolean
}

/** Records how much of a credit that was not sent staff gave in the service's portal, and of which lines. */
const PartGivenDrawer = ({
  refund,
  lines: listed,
  currencyCode,
  path,
  orderId,
  isShownBeside,
}: PartGivenDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const lines = useMemo(() => linesToGiveOf(listed, refund), [listed, refund])
  const schema = z.object({
    lines: lineAmountsSchema(
      lines,
      ({ left }) => t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) }),
      {
        most: refund.amount,
        tooMuch: t("refunds.lines.limit", { amount: amountText(refund.amount, currencyCode) }),
      }
    ),
    beside: isShownBeside ? requiredText() : z.string(),
  })

  return (
    <ActionDrawer
      label={t("refunds.settle.part.label")}
      title={t("refunds.settle.part.title")}
      description={t("refunds.settle.part.description")}
      submitLabel={t("refunds.settle.part.submit")}
      schema={schema}
      defaultValues={{ lines: noAmounts(lines), beside: "" }}
      operation={{ path, orderId, currencyCode }}
      toBody={({ lines: given, beside }) => ({
        carried_out: true,
        attempt: refund.attempt,
        lines: given,
        ...(beside !== "" && { beside_another: beside === ANOTHER }),
      })}
      read={readOrderDetail}
      confirm={({ lines: given }) => ({
        title: t("refunds.settle.yesTitle"),
        description: t("refunds.settle.creditConfirm", {
          amount: amountText(sumOf(given.map(({ amount }) => amount)), currencyCode),
        }),
        confirmText: t("refunds.settle.part.submit"),
        variant: "confirmation",
      })}
      success={(order) => t(creditRecordedText(order, refund.id))}
    >
      {(form) => (
        <>
          <LineAmountFields
            form={form}
            title={t("refunds.settle.part.lines")}
            lines={lines}
            most={refund.amount}
            currencyCode={currencyCode}
          />
          {isShownBeside && (
            <ChoiceField
              control={form.control}
              name="beside"
              label={t("refunds.settle.part.beside")}
              choices={[
                { value: "alone", label: t("refunds.settle.alone") },
                { value: ANOTHER, label: t("refunds.settle.besideAnother") },
              ]}
            />
          )}
        </>
      )}
    </ActionDrawer>
  )
}

const ANOTHER = "another"

/** What may have been given of each line in the portal; of the credit's own where the service does not tell them. */
const linesToGiveOf = (listed: RefundAccount["lines"], { products }: Refund): ChoosableLine[] =>
  listed.length > 0
    ? listed.map(({ id, name, amount, refunded, quantity }) => ({
        id,
        name,
        left: Math.max(0, sumOf([amount, -refunded])),
        amount,
        quantity,
      }))
    : products.map(({ id, name, amount }) => ({ id, name: name ?? String(id), left: amount }))
