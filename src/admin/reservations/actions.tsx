import { useMemo } from "react"
import { z } from "zod"

import { ActionDrawer } from "../components/drawers"
import { AmountField, SelectField, TextField } from "../components/form"
import { useAmountText } from "../components/values"
import {
  optionalText,
  requiredAmount,
  requiredChoice,
  requiredText,
  sumOf,
} from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { useTexts } from "../lib/texts"
import { LineAmountFields } from "../refunds/line-amounts"
import { chosenText, lineAmountsSchema, noAmounts } from "../refunds/data"
import { type ChangeProps, type ReservationMovement, reservationWords } from "./data"

/** Turns so much of each reserved line into money received. */
export const CaptureDrawer = ({ uuid, account, can, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("capture", { account, can })
  const lines = useMemo(
    () => account.lines.flatMap(({ id, name, left }) => (id === null ? [] : [{ id, name, left }])),
    [account.lines]
  )

  return (
    <ActionDrawer
      texts="reservations.capture"
      variant="primary"
      unavailable={
        unavailable ?? (account.left > 0 ? undefined : t("reservations.capture.nothingLeft"))
      }
      schema={z.object({
        lines: lineAmountsSchema(lines, ({ left }) =>
          t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) })
        ),
        note: optionalText(500),
      })}
      defaultValues={{ lines: noAmounts(lines), note: "" }}
      operation={{
        path: `/reservations/${encodeURIComponent(uuid)}/captures`,
        orderId,
        currencyCode,
      }}
      read={ignoreAnswer}
      confirm={({ lines: chosen }) =>
        t("reservations.capture.confirm", {
          lines: chosenText(t, chosen, lines, (amount) => amountText(amount, currencyCode)),
        })
      }
    >
      {(form) => (
        <>
          <LineAmountFields
            form={form}
            title={t("reservations.lines.title")}
            lines={lines}
            currencyCode={currencyCode}
          />
          <TextField control={form.control} name="note" label={t("reservations.note")} isOptional />
        </>
      )}
    </ActionDrawer>
  )
}

/** The rates every account takes, in percent. */
const TAX_RATES = ["25", "15", "12", "0"] as const

const chargeSchema = z.object({
  name: requiredText(100),
  amount: requiredAmount(),
  tax: requiredChoice(TAX_RATES),
  note: optionalText(500),
})

/** Charges the stored card beyond what was reserved. */
export const ChargeDrawer = ({ uuid, account, can, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("charge", { account, can })

  return (
    <ActionDrawer
      texts="reservations.charge"
      unavailable={unavailable}
      schema={chargeSchema}
      defaultValues={{ name: "", amount: "", tax: "25", note: "" }}
      operation={{
        path: `/reservations/${encodeURIComponent(uuid)}/charges`,
        orderId,
        currencyCode,
      }}
      toBody={({ name, amount, tax, note }) => ({
        lines: [{ name, amount, tax: Number(tax) }],
        ...(note && { note }),
      })}
      read={ignoreAnswer}
      confirm={({ amount }) =>
        t("reservations.charge.confirm", {
          amount: amountText(amount, currencyCode),
        })
      }
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="name"
            label={t("reservations.charge.what")}
            hint={t("reservations.charge.whatHint")}
          />
          <div className="grid grid-cols-2 gap-x-4">
            <AmountField
              control={control}
              name="amount"
              label={t("reservations.charge.amount")}
              hint={t("reservations.charge.withTax")}
              currencyCode={currencyCode}
            />
            <SelectField
              control={control}
              name="tax"
              label={t("reservations.charge.tax")}
              options={TAX_RATES.map((rate) => ({
                value: rate,
                label: `${rate} %`,
              }))}
            />
          </div>
          <TextField control={control} name="note" label={t("reservations.note")} isOptional />
        </>
      )}
    </ActionDrawer>
  )
}

type RefundMovementDrawerProps = {
  uuid: string
  movement: ReservationMovement
  currencyCode: string
  orderId: string | undefined
}

/** Refunds so much of each line of one capture or charge. */
export const RefundMovedLinesDrawer = (props: RefundMovementDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const shared = useMovementRefund(props)
  const { movement, currencyCode } = props
  const { source, uuid: reference, lines, left } = movement

  return (
    <ActionDrawer
      {...shared}
      label={t("refunds.byLine.label")}
      description={t("refunds.byLine.description")}
      schema={z.object({
        lines: lineAmountsSchema(
          lines,
          (line) => t("refunds.lines.tooMuch", { amount: amountText(line.left, currencyCode) }),
          {
            most: left,
            tooMuch: t("refunds.lines.limit", { amount: amountText(left, currencyCode) }),
          }
        ),
      })}
      defaultValues={{ lines: noAmounts(lines) }}
      toBody={(values) => ({ source, reference, ...values })}
      confirm={({ lines: chosen }) => ({
        title: t("refunds.byLine.confirmTitle"),
        description: t("refunds.byLine.confirm", {
          amount: amountText(sumOf(chosen.map(({ amount }) => amount)), currencyCode),
          lines: chosenText(t, chosen, lines, (amount) => amountText(amount, currencyCode)),
        }),
        confirmText: t("refunds.submit"),
        variant: "confirmation",
      })}
    >
      {(form) => (
        <LineAmountFields
          form={form}
          title={t("reservations.lines.title")}
          lines={lines}
          most={left}
          currencyCode={currencyCode}
        />
      )}
    </ActionDrawer>
  )
}

/** What both drawers that refund a capture or charge have in common. */
const useMovementRefund = ({
  uuid,
  movement: { source, left },
  currencyCode,
  orderId,
}: RefundMovementDrawerProps) => {
  const t = useTexts()
  const switchedOff = useUnavailability("reservations.refund")

  return {
    unavailable: switchedOff ?? (left > 0 ? undefined : t("reservations.refund.nothingLeft")),
    title:
      source === "captured"
        ? t("reservations.refund.titleCapture")
        : t("reservations.refund.titleCharge"),
    submitLabel: t("refunds.submit"),
    operation: {
      path: `/reservations/${encodeURIComponent(uuid)}/refunds`,
      orderId,
      currencyCode,
    },
    read: ignoreAnswer,
    success: () => t("reservations.refund.done"),
  }
}

/** Refunds an amount of one capture or charge. */
export const RefundMovementDrawer = (props: RefundMovementDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const shared = useMovementRefund(props)
  const { movement, currencyCode } = props
  const left = amountText(movement.left, currencyCode)

  return (
    <ActionDrawer
      {...shared}
      label={t("reservations.refund.label")}
      description={t("reservations.refund.description")}
      schema={z.object({
        amount: requiredAmount({
          max: movement.left,
          tooMuch: t("refunds.lines.tooMuch", { amount: left }),
        }),
      })}
      defaultValues={{ amount: "" }}
      toBody={({ amount }) => ({
        source: movement.source,
        reference: movement.uuid,
        amount,
      })}
      confirm={({ amount }) => ({
        title: t("reservations.refund.confirmTitle"),
        description: t("reservations.refund.confirm", {
          amount: amountText(amount, currencyCode),
        }),
        confirmText: t("refunds.submit"),
        variant: "confirmation",
      })}
    >
      {({ control }) => (
        <AmountField
          control={control}
          name="amount"
          label={t("refunds.byAmount.amount")}
          hint={t("refunds.lines.left", { amount: left })}
          currencyCode={currencyCode}
        />
      )}
    </ActionDrawer>
  )
}

const noteSchema = z.object({ note: requiredText(500) })

/** Closes a reservation of which something was captured or charged; the rest is released. */
export const CompleteDrawer = ({ uuid, account, can, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("complete", { account, can })

  return (
    <ActionDrawer
      texts="reservations.complete"
      unavailable={unavailable}
      schema={noteSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: operationPath("reservations.complete"),
        params: { reservation_uuid: uuid },
        orderId,
      }}
      toBody={(body) => ({ body })}
      read={ignoreAnswer}
      confirm={() =>
        t("reservations.complete.confirm", {
          amount: amountText(account.left, currencyCode),
        })
      }
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("reservations.reason")}
          hint={t("reservations.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

/** Gives the whole reserved amount free again; possible only while nothing was captured or charged. */
export const CancelReservationDrawer = ({
  uuid,
  account,
  can,
  currencyCode,
  orderId,
}: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("cancel", { account, can })

  return (
    <ActionDrawer
      texts="reservations.cancel"
      unavailable={unavailable}
      isDangerous
      schema={noteSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: operationPath("reservations.cancel"),
        params: { reservation_uuid: uuid },
        orderId,
      }}
      toBody={(body) => ({ body })}
      read={ignoreAnswer}
      confirm={() =>
        account.reserved
          ? t("reservations.cancel.confirm", {
              amount: amountText(account.reserved, currencyCode),
            })
          : t("reservations.cancel.confirmLink", {
              amount: amountText(account.total, currencyCode),
            })
      }
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("reservations.reason")}
          hint={t("reservations.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

/**
 * Why an operation cannot be used on a reservation, in words; undefined when it can.
 *
 * @param operation the second part of its id
 */
export const useWhyNot = (
  operation: "capture" | "charge" | "complete" | "cancel" | "resend",
  { account: { status }, can }: Pick<ChangeProps, "account" | "can">
): string | undefined => {
  const t = useTexts()
  const words = reservationWords(status)
  return useUnavailability(`reservations.${operation}`, can, words ? t(words.text) : status)
}
