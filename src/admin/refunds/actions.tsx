import { Minus, Plus } from "@medusajs/icons"
import { Button, IconButton } from "@medusajs/ui"
import { useMemo } from "react"
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form"
import { z } from "zod"

import { ChoiceField } from "../components/choice"
import { ActionDrawer, type DrawerForm } from "../components/drawers"
import { AmountField, SelectField, TextField } from "../components/form"
import { useAmountText } from "../components/values"
import {
  optionalText,
  requiredAmount,
  readAmount,
  requiredText,
  sumOf,
  typedAmount,
} from "../lib/form-values"
import { useAnswer, useRefundReasons } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, type EInvoiceRefund, readOrderDetail } from "../orders/data"
import {
  amountOfPieces,
  changedText,
  type ChoosableLine,
  isCounted,
  isOfChangedLines,
  isRepeat,
  lineAmountsSchema,
  noAmounts,
  piecesLeft,
  piecesOf,
  readRefundAccount,
  type RefundAccount,
  typedTotal,
} from "./data"
import { RefundEvidence } from "./evidence"

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
  const left = amountText(mostOf(account), currencyCode)
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const schema = z.object({
    amount: requiredAmount({
      max: mostOf(account),
      tooMuch: t("refunds.lines.tooMuch", { amount: left }),
    }),
    given: givenSchema(account),
    ...reasonAndNote,
  })

  return (
    <ActionDrawer
      label={t("refunds.byAmount.label")}
      unavailable={unavailable}
      title={t("refunds.byAmount.title")}
      description={t("refunds.byAmount.description")}
      submitLabel={t("refunds.submit")}
      schema={schema}
      defaultValues={{ amount: "", given: "", refund_reason_id: "", note: "" }}
      operation={{ path, orderId }}
      onSuccess={showAnswer}
      toBody={({ given, ...values }) => ({
        ...values,
        ...givenBody(given),
        ...(isRepeat(account, Number(values.amount)) && {
          confirm_repeat: true,
        }),
      })}
      read={readRefundAccount}
      confirm={({ amount, given }) => ({
        ...(given === GIVEN
          ? {
              title: t("refunds.given.confirmTitle"),
              description: t("refunds.given.confirm", {
                amount: amountText(amount, currencyCode),
              }),
            }
          : isRepeat(account, Number(amount))
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
  const path = `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`
  const showAnswer = useAnswer(path)
  const lines = useMemo(
    () =>
      account.lines.map(({ id, name, refundable, amount, quantity }) => ({
        id,
        name,
        left: refundable,
        amount,
        quantity,
      })),
    [account.lines]
  )
  const schema = z.object({
    lines: lineAmountsSchema(lines, ({ left }) =>
      t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) })
    ),
    given: givenSchema(account),
    ...reasonAndNote,
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
      defaultValues={{ lines: noAmounts(lines), given: "", refund_reason_id: "", note: "" }}
      operation={{ path, orderId }}
      onSuccess={showAnswer}
      toBody={({ given, ...values }) => ({
        ...values,
        ...givenBody(given),
        ...(isRepeat(account, total(values.lines)) && { confirm_repeat: true }),
      })}
      read={readRefundAccount}
      confirm={({ lines: chosen, given }) => ({
        ...(given === GIVEN
          ? {
              title: t("refunds.given.confirmTitle"),
              description: t("refunds.given.confirm", {
                amount: amountText(total(chosen), currencyCode),
              }),
            }
          : isRepeat(account, total(chosen))
            ? {
                title: t("refunds.repeat.confirmTitle"),
                description: t("refunds.repeat.confirm", {
                  amount: amountText(total(chosen), currencyCode),
                }),
              }
            : {
                title: t("refunds.byLine.confirmTitle"),
                description: t("refunds.byLine.confirm", {
                  amount: amountText(total(chosen), currencyCode),
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

const GIVEN = "yes"

/** The most that a refund can be of; where one shows at the service that is not recorded, as much as may be recorded of that. */
const mostOf = ({ refundable, recordable }: RefundAccount): number =>
  Math.max(refundable, recordable ?? 0)

/** Whether the service gave it is to be said only where it shows a refund that is not recorded. */
const givenSchema = ({ recordable }: RefundAccount) =>
  recordable === null ? z.string() : requiredText()

const givenBody = (given: string) => (given === "" ? {} : { given_at_service: given === GIVEN })

type GivenFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = ReasonFieldProps<
  Values,
  Name
> & { account: RefundAccount }

/** Asks whether this is the refund that the service shows: then it is recorded and not sent. */
const GivenField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  account,
  control,
  name,
}: GivenFieldProps<Values, Name>) => {
  const t = useTexts()

  return account.recordable === null ? null : (
    <ChoiceField
      control={control}
      name={name}
      label={t("refunds.given.label")}
      choices={[
        { value: GIVEN, label: t("refunds.given.yes") },
        { value: "no", label: t("refunds.given.no") },
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

  const typed = useWatch({ control, name: "lines" })
  const total = typedTotal(typed)
  const left = sumOf(lines.map((line) => line.left))

  const put = (index: number, amount: number) => {
    const setValue = form.setValue as unknown as (name: string, value: string) => void
    setValue(`lines.${index}.amount`, amount > 0 ? typedAmount(amount) : "")
  }
  const take = (index: number) => put(index, lines[index]?.left ?? 0)

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
            {isCounted(line) && line.left > 0 && (
              <PieceButtons
                name={line.name}
                pieces={piecesOf(line, readAmount(typed[index]?.amount ?? "") ?? 0)}
                most={piecesLeft(line)}
                onChoose={(pieces) => put(index, amountOfPieces(line, pieces))}
              />
            )}
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
      <output className="txt-compact-small bg-ui-bg-subtle flex flex-wrap justify-between gap-x-4 rounded-md px-3 py-2">
        <span className="txt-compact-small-plus">
          {t("refunds.lines.total", { amount: amountText(total, currencyCode) })}
        </span>
        <span className="text-ui-fg-subtle">
          {t("refunds.lines.leftAfter", {
            amount: amountText(Math.max(0, sumOf([left, -total])), currencyCode),
          })}
        </span>
      </output>
    </fieldset>
  )
}

type PieceButtonsProps = {
  /** The line's. */
  name: string
  /** Undefined where the typed amount is that of no number of pieces. */
  pieces: number | undefined
  most: number
  onChoose: (pieces: number) => void
}

/** Chooses of a line by its pieces; the amount follows. */
const PieceButtons = ({ name, pieces, most, onChoose }: PieceButtonsProps) => {
  const t = useTexts()
  const chosen = pieces ?? 0

  return (
    <div
      role="group"
      aria-label={t("refunds.pieces.of", { name })}
      className="mt-2 flex items-center gap-x-2"
    >
      <IconButton
        type="button"
        size="small"
        disabled={chosen <= 0}
        aria-label={t("refunds.pieces.fewer", { name })}
        onClick={() => onChoose(chosen - 1)}
      >
        <Minus />
      </IconButton>
      <span className="txt-compact-small tabular-nums" aria-live="polite">
        {t("refunds.pieces.chosen", { pieces: pieces ?? "–", most })}
      </span>
      <IconButton
        type="button"
        size="small"
        disabled={chosen >= most}
        aria-label={t("refunds.pieces.more", { name })}
        onClick={() => onChoose(chosen + 1)}
      >
        <Plus />
      </IconButton>
    </div>
  )
}

type SettleRefundDrawerProps = {
  order: EInvoiceOrderSummary
  refund: EInvoiceRefund
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const answerSchema = z.object({ carriedOut: requiredText() })

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
      defaultValues={{ carriedOut: "" }}
      operation={{ path, orderId }}
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
        <>
          <RefundEvidence path={path} currencyCode={order.currency_code} />
          <ChoiceField
            control={control}
            name="carriedOut"
            label={t("settle.refundQuestion")}
            choices={[
              { value: "yes", label: t("settle.refundYes") },
              { value: "no", label: t("settle.refundNo") },
            ]}
          />
        </>
      )}
    </ActionDrawer>
  )
}
