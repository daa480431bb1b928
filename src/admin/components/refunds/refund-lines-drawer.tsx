import { useMemo } from "react"
import { z } from "zod"

import { optionalText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import { LineAmountFields } from "./line-amount-fields"
import { lineAmountsSchema, noAmounts } from "./line-amounts-form"
import { isRepeat, parseRefundAccount, type RefundAccount } from "./refund-account"

type RefundDrawerProps = {
  account: RefundAccount
  /** The Medusa order whose page this stands on. */
  orderId: string
  unavailable: string | undefined
}

/** Refunds so much of each line; Medusa and the service are told in one act. */
export const RefundLinesDrawer = ({ account, orderId, unavailable }: RefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { currency_code: currencyCode } = account
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

  const sumOf = (chosen: readonly { amount: string | number }[]) =>
    chosen.reduce((sum, { amount }) => sum + Number(amount), 0)

  return (
    <ActionDrawer
      label={t("refunds.byLine.label")}
      unavailable={unavailable}
      title={t("refunds.byLine.title")}
      description={t("refunds.byLine.description")}
      submitLabel={t("refunds.submit")}
      schema={schema}
      defaultValues={{ lines: noAmounts(lines), note: "" }}
      operation={{
        path: `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`,
        orderId,
      }}
      toBody={(values) => ({
        ...values,
        ...(isRepeat(account, sumOf(values.lines)) && { confirm_repeat: true }),
      })}
      parse={parseRefundAccount}
      confirm={({ lines: chosen }) => ({
        ...(isRepeat(account, sumOf(chosen))
          ? {
              title: t("refunds.repeat.confirmTitle"),
              description: t("refunds.repeat.confirm", {
                amount: amountText(sumOf(chosen), currencyCode),
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
