import { Button } from "@medusajs/ui"
import { useMemo } from "react"
import type { Control } from "react-hook-form"
import { z } from "zod"

import { ActionDrawer, type DrawerForm } from "../components/drawers"
import { AmountField, SelectField, TextField } from "../components/form"
import { useAmountText } from "../components/values"
import {
  optionalText,
  requiredAmount,
  requiredChoice,
  sumOf,
  typedAmount,
} from "../lib/form-values"
import { useAnswer } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, type EInvoiceRefund, readOrderDetail } from "../orders/data"
import {
  changedText,
  type ChoosableLine,
  isOfChangedLines,
  isRepeat,
  lineAmountsSchema,
  noAmounts,
  readRefundAccount,
  type RefundAccount,
} from "./data"

type RefundDrawerProps = {
  account: RefundAccount
  /** The Medusa order whose page this stands on. */
  orderId: string
  unavailable: string | undefined
}

/** Refunds an amount, which the server takes from the lines that changed, and spreads beyond them. */
export const RefundAmountDrawer = ({ account, orderId, unavailable }: RefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { currency_code: currencyCode, refundable } = account
  const left = amountText(refundable, currencyCode)
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const schema = z.object({
    amount: requiredAmount({
      max: refundable,
      tooMuch: t("refunds.lines.tooMuch", { amount: left }),
    }),
    note: optionalText(500),
  })

  return (
    <ActionDrawer
      label={t("refunds.byAmount.label")}
      unavailable={unavailable}
      title={t("refunds.byAmount.title")}
      description={t("refunds.byAmount.description")}
      submitLabel={t("refunds.submit")}
      schema={schema}
      defaultValues={{ amount: "", note: "" }}
      operation={{ path, orderId }}
      onSuccess={showAnswer}
      toBody={(values) => ({
        ...values,
        ...(isRepeat(account, Number(values.amount)) && {
          confirm_repeat: true,
        }),
      })}
      read={readRefundAccount}
      confirm={({ amount }) => ({
        ...(isRepeat(account, Number(amount))
          ? {
              title: t("refunds.repeat.confirmTitle"),
              description: t("refunds.repeat.confirm", {
                amount: amountText(amount, currencyCode),
              }),
            }
          : {
              title: t("refunds.byAmount.confirmTitle"),
              description: isOfChangedLines(account, Number(amount))
                ? t("refunds.byAmount.confirmLines", {
                    lines: changedText(t, account, amountText),
                  })
                : t("refunds.byAmount.confirm", {
                    amount: amountText(amount, currencyCode),
                  }),
            }),
        confirmText: t("refunds.submit"),
        variant: "confirmation",
      })}
      success={() => t("refunds.done")}
    >
      {({ control }) => (
        <>
          <AmountField
            control={control}
            name="amount"
            label={t("refunds.byAmount.amount")}
            hint={t("refunds.lines.left", { amount: left })}
            currencyCode={currencyCode}
          />
          <TextField
            control={control}
            name="note"
            label={t("refunds.note")}
            hint={t("refunds.noteHint")}
            isOptional
          />
        </>
      )}
    </ActionDrawer>
  )
}

/** Refunds so much of each line; Medusa and the service are told in one act. */
export const RefundLinesDrawer = ({ account, orderId, unavailable }: RefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { currency_code: currencyCode } = account
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const lines = useMemo(
    () =>
      account.lines.map(({ id, name, refundable }) => ({
        id,
        name,
        left: refundable,
      })),
    [account.lines]
  )
  const schema = z.object({
    lines: lineAmountsSchema(lines, ({ left }) =>
      t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) })
    ),
    note: optionalText(500),
  })
  const named = (id: number) => lines.find((line) => line.id === id)?.name ?? String(id)

  const total = (chosen: readonly { amount: string | number }[]) =>
    sumOf(chosen.map(({ amount }) => amount))

  return (
    <ActionDrawer
      label={t("refunds.byLine.label")}
      unavailable={unavailable}
      title={t("refunds.byLine.title")}
      description={t("refunds.byLine.description")}
      submitLabel={t("refunds.submit")}
      schema={schema}
      defaultValues={{ lines: noAmounts(lines), note: "" }}
      operation={{ path, orderId }}
      onSuccess={showAnswer}
      toBody={(values) => ({
        ...values,
        ...(isRepeat(account, total(values.lines)) && { confirm_repeat: true }),
      })}
      read={readRefundAccount}
      confirm={({ lines: chosen }) => ({
        ...(isRepeat(account, total(chosen))
          ? {
              title: t("refunds.repeat.confirmTitle"),
              description: t("refunds.repeat.confirm", {
                amount: amountText(total(chosen), currencyCode),
              }),
            }
          : {
              title: t("refunds.byLine.confirmTitle"),
              description: t("refunds.byLine.confirm", {
                lines: chosen
                  .map(({ id, amount }) =>
                    t("refunds.byLine.one", {
                      name: named(id),
                      amount: amountText(amount, currencyCode),
                    })
                  )
                  .join("; "),
              }),
            }),
        confirmText: t("refunds.submit"),
        variant: "confirmation",
      })}
      success={() => t("refunds.done")}
    >
      {(form) => (
        <>
          <LineAmountFields
            form={form}
            title={t("refunds.lines.title")}
            lines={lines}
            currencyCode={currencyCode}
          />
          <TextField
            control={form.control}
            name="note"
            label={t("refunds.note")}
            hint={t("refunds.noteHint")}
            isOptional
          />
        </>
      )}
    </ActionDrawer>
  )
}

type LineValues = { lines: { amount: string }[] }

type LineAmountFieldsProps<Values extends LineValues> = {
  form: DrawerForm<Values>
  /** Names the fields for a screen reader. */
  title: string
  lines: readonly ChoosableLine[]
  currencyCode: string
}

/** One amount field a line, with what is left of it and a button that takes all of that. */
export const LineAmountFields = <Values extends LineValues>({
  form,
  title,
  lines,
  currencyCode,
}: LineAmountFieldsProps<Values>) => {
  const t = useTexts()
  const amountText = useAmountText()
  const control = form.control as unknown as Control<LineValues, unknown, unknown>

  const take = (index: number) => {
    const left = lines[index]?.left ?? 0
    const setValue = form.setValue as unknown as (name: string, value: string) => void
    setValue(`lines.${index}.amount`, left > 0 ? typedAmount(left) : "")
  }

  return (
    <fieldset className="flex flex-col gap-y-4">
      <legend className="txt-compact-small-plus mb-2 flex w-full items-center justify-between">
        {title}
      </legend>
      {lines.map((line, index) => (
        <div key={line.id} className="flex items-start gap-x-2">
          <div className="grow">
            <AmountField
              control={control}
              name={`lines.${index}.amount`}
              label={line.name}
              hint={t("refunds.lines.left", {
                amount: amountText(line.left, currencyCode),
              })}
              currencyCode={currencyCode}
              isDisabled={line.left <= 0}
              isOptional
            />
          </div>
          <Button
            type="button"
            size="small"
            variant="transparent"
            className="mt-7"
            disabled={line.left <= 0}
            aria-label={t("refunds.lines.allOf", { name: line.name })}
            onClick={() => take(index)}
          >
            {t("refunds.lines.all")}
          </Button>
        </div>
      ))}
      {lines.length > 1 && (
        <div>
          <Button
            type="button"
            size="small"
            variant="secondary"
            onClick={() => lines.forEach((_, index) => take(index))}
          >
            {t("refunds.lines.everything")}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type SettleRefundDrawerProps = {
  order: EInvoiceOrderSummary
  refund: EInvoiceRefund
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const answerSchema = z.object({ carriedOut: requiredChoice(["yes", "no"]) })

/** Records what staff found at the service about a refund in doubt. */
export const SettleRefundDrawer = ({ order, refund, orderId }: SettleRefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const amount = amountText(refund.amount, order.currency_code)

  return (
    <ActionDrawer
      label={t("settle.refundLabel", { amount })}
      variant="primary"
      title={t("settle.refundTitle")}
      description={t("settle.refundDescription", { amount })}
      submitLabel={t("settle.refundSubmit")}
      schema={answerSchema}
      defaultValues={{ carriedOut: "yes" }}
      operation={{
        path: `/orders/${encodeURIComponent(order.id)}/refunds/${encodeURIComponent(refund.id)}/settle`,
        orderId,
      }}
      toBody={({ carriedOut }) => ({
        carried_out: carriedOut === "yes",
        attempt: refund.attempt,
      })}
      read={readOrderDetail}
      confirm={({ carriedOut }) => ({
        title: t("settle.refundTitle"),
        description:
          carriedOut === "yes"
            ? t("settle.refundYesQuestion", { amount })
            : t("settle.refundNoQuestion", { amount }),
        confirmText: t("settle.refundSubmit"),
        variant: "confirmation",
      })}
      success={() => t("settle.refundDone")}
    >
      {({ control }) => (
        <SelectField
          control={control}
          name="carriedOut"
          label={t("settle.refundQuestion")}
          options={[
            { value: "yes", label: t("settle.refundYes") },
            { value: "no", label: t("settle.refundNo") },
          ]}
        />
      )}
    </ActionDrawer>
  )
}
