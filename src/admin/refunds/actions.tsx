import { Text } from "@medusajs/ui"
import { useMemo } from "react"
import type { Control, FieldPath, FieldValues } from "react-hook-form"
import { z } from "zod"

import { ChoiceField } from "../components/choice"
import { ActionDrawer } from "../components/drawers"
import { AmountField, SelectField, TextField } from "../components/form"
import { useAmountText } from "../components/values"
import { optionalText, requiredAmount, requiredText, sumOf } from "../lib/form-values"
import { useAnswer, useRefundReasons } from "../lib/queries"
import type { Confirmation } from "../lib/operations"
import { type TextKey, type Translate, useTexts } from "../lib/texts"
import {
  awaitsApproval,
  changedText,
  chosenText,
  GIVEN,
  GIVEN_BESIDE,
  isGiven,
  isOfChangedLines,
  lineAmountsSchema,
  noAmounts,
  readRefundAccount,
  recordsOnly,
  type RefundAccount,
  refundDoneText,
  submitText,
} from "./data"
import { LineAmountFields } from "./line-amounts"

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
  const { currency_code: currencyCode } = account
  const isRecord = recordsOnly(account)
  const left = amountText(mostOf(account), currencyCode)
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const schema = z.object({
    amount: requiredAmount({
      max: mostOf(account),
      tooMuch: t("refunds.lines.tooMuch", { amount: left }),
    }),
    given: givenSchema(account),
    seen: z.string(),
    ...reasonAndNote,
  })

  return (
    <ActionDrawer
      label={t(isRecord ? "refunds.given.byAmount.label" : "refunds.byAmount.label")}
      unavailable={unavailable}
      title={t(isRecord ? "refunds.given.byAmount.title" : "refunds.byAmount.title")}
      description={t("refunds.byAmount.description")}
      submitLabel={({ given }) => t(submitText(account, given))}
      schema={schema}
      defaultValues={{ amount: "", given: "", ...NO_REASON_OR_NOTE, ...asShown(account) }}
      operation={{ path, orderId, currencyCode }}
      onSuccess={showAnswer}
      toBody={({ given, ...values }) => ({
        ...values,
        ...givenBody(given),
      })}
      read={readRefundAccount}
      confirm={({ amount, given }) => ({
        ...(givenQuestion(t, given, amountText(Number(amount), currencyCode)) ?? {
          title: t("refunds.byAmount.confirmTitle"),
          description: isOfChangedLines(account, Number(amount))
            ? t("refunds.byAmount.confirmLines", {
                lines: changedText(t, account, amountText),
              })
            : t("refunds.byAmount.confirm", {
                amount: amountText(amount, currencyCode),
              }),
        }),
        confirmText: t(submitText(account, given)),
        variant: "confirmation",
      })}
      success={(answer) => t(refundDoneText(answer))}
    >
      {({ control }) => (
        <>
          <AmountField
            control={control}
            name="amount"
            label={t(isRecord ? "refunds.given.byAmount.amount" : "refunds.byAmount.amount")}
            hint={t("refunds.lines.left", { amount: left })}
            currencyCode={currencyCode}
          />
          <GivenField account={account} control={control} name="given" />
          <ReasonField control={control} name="refund_reason_id" />
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
  const isRecord = recordsOnly(account)
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const lines = useMemo(
    () =>
      account.lines.map(({ id, name, refundable, recordable, amount, quantity }) => ({
        id,
        name,
        left: account.recordable === null ? refundable : Math.max(refundable, recordable),
        amount,
        quantity,
      })),
    [account.lines, account.recordable]
  )
  const schema = z.object({
    lines: lineAmountsSchema(
      lines,
      ({ left }) => t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) }),
      {
        most: mostOf(account),
        tooMuch: t("refunds.lines.limit", { amount: amountText(mostOf(account), currencyCode) }),
      }
    ),
    given: givenSchema(account),
    seen: z.string(),
    ...reasonAndNote,
  })

  const total = (chosen: readonly { amount: string | number }[]) =>
    sumOf(chosen.map(({ amount }) => amount))

  return (
    <ActionDrawer
      label={t(isRecord ? "refunds.given.byLine.label" : "refunds.byLine.label")}
      unavailable={unavailable}
      title={t(isRecord ? "refunds.given.byLine.title" : "refunds.byLine.title")}
      description={t(isRecord ? "refunds.given.byLine.description" : "refunds.byLine.description")}
      submitLabel={({ given }) => t(submitText(account, given))}
      schema={schema}
      defaultValues={{
        lines: noAmounts(lines),
        given: "",
        ...NO_REASON_OR_NOTE,
        ...asShown(account),
      }}
      operation={{ path, orderId, currencyCode }}
      onSuccess={showAnswer}
      toBody={({ given, ...values }) => ({
        ...values,
        ...givenBody(given),
      })}
      read={readRefundAccount}
      confirm={({ lines: chosen, given }) => ({
        ...(givenQuestion(t, given, amountText(total(chosen), currencyCode)) ?? {
          title: t("refunds.byLine.confirmTitle"),
          description: t("refunds.byLine.confirm", {
            amount: amountText(total(chosen), currencyCode),
            lines: chosenText(t, chosen, lines, (amount) => amountText(amount, currencyCode)),
          }),
        }),
        confirmText: t(submitText(account, given)),
        variant: "confirmation",
      })}
      success={(answer) => t(refundDoneText(answer))}
    >
      {(form) => (
        <>
          <LineAmountFields
            form={form}
            title={t("refunds.lines.title")}
            lines={lines}
            most={mostOf(account)}
            currencyCode={currencyCode}
          />
          <GivenField account={account} control={form.control} name="given" />
          <ReasonField control={form.control} name="refund_reason_id" />
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

const NO_REASON = "none"

/** What is recorded in Medusa with a refund: one of its reasons, and a note. */
const reasonAndNote = {
  refund_reason_id: z.string().transform((id) => (id === "" || id === NO_REASON ? undefined : id)),
  note: optionalText(500),
}

const NO_REASON_OR_NOTE = { refund_reason_id: "", note: "" }

/** What the drawer showed when it was opened: the server asks before a refund where another was made since. */
const asShown = ({ seen }: RefundAccount) => ({ seen })

/** The most that a refund can be of; where one shows at the service that is not recorded, as much as may be recorded of that. */
const mostOf = ({ refundable, recordable }: RefundAccount): number =>
  Math.max(refundable, recordable ?? 0)

/** Whether the service gave it is to be said only where it shows a refund that is not recorded. */
const givenSchema = ({ recordable }: RefundAccount) =>
  recordable === null ? z.string() : requiredText()

/** What a refund is sent with where the drawer asked of one that the service shows. */
const givenBody = (given: string) =>
  given === ""
    ? {}
    : {
        given_at_service: isGiven(given),
        ...(isGiven(given) && { beside_another: given === GIVEN_BESIDE }),
      }

/** What is asked before a refund is recorded that the service gave; nothing where one is sent. */
const givenQuestion = (
  t: Translate,
  given: string,
  amount: string
): Pick<Confirmation, "title" | "description"> | undefined =>
  isGiven(given)
    ? {
        title: t("refunds.given.confirmTitle"),
        description: t("refunds.given.confirm", { amount }),
      }
    : undefined

type GivenFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = ReasonFieldProps<
  Values,
  Name
> & { account: RefundAccount }

/**
 * Asks whether this is the refund that the service shows: then it is recorded and not sent. Where the service names no amount, only
 * staff can tell whether it shows another one beside it.
 */
const GivenField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  account,
  control,
  name,
}: GivenFieldProps<Values, Name>) => {
  const t = useTexts()
  const first: TextKey[] = [
    "refunds.given.goodsFirst",
    ...(account.refunds.some(awaitsApproval) ? ["refunds.given.approvalFirst" as const] : []),
  ]
  const about = first.map((key) => (
    <Text key={key} size="small" className="text-ui-fg-subtle">
      {t(key)}
    </Text>
  ))

  return account.recordable === null ? null : (
    <ChoiceField
      control={control}
      name={name}
      label={t("refunds.given.label")}
      choices={[
        { value: GIVEN, label: t("refunds.given.yes"), children: about },
        ...(account.refunded_at_service === null
          ? [{ value: GIVEN_BESIDE, label: t("refunds.given.yesBeside"), children: about }]
          : []),
        ...(account.refundable > 0 ? [{ value: "no", label: t("refunds.given.no") }] : []),
      ]}
    />
  )
}

type ReasonFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  control: Control<Values, unknown, unknown>
  name: Name
}

/** One of the reasons for refunds that the store keeps under Settings; nothing where it keeps none. */
const ReasonField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
}: ReasonFieldProps<Values, Name>) => {
  const t = useTexts()
  const { data: reasons = [] } = useRefundReasons()

  return reasons.length === 0 ? null : (
    <SelectField
      control={control}
      name={name}
      label={t("refunds.reasonField.label")}
      placeholder={t("refunds.reasonField.none")}
      options={[
        { value: NO_REASON, label: t("refunds.reasonField.none") },
        ...reasons.map(({ id, label }) => ({ value: id, label })),
      ]}
      isOptional
    />
  )
}
