import { z } from "zod"

import { optionalText, requiredAmount } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import { AmountField, TextField } from "../form"
import { isRepeat, parseRefundAccount, type RefundAccount } from "./refund-account"

type RefundDrawerProps = {
  account: RefundAccount
  /** The Medusa order whose page this stands on. */
  orderId: string
  unavailable: string | undefined
}

/** Refunds an amount, which the server spreads over the lines. */
export const RefundAmountDrawer = ({ account, orderId, unavailable }: RefundDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { currency_code: currencyCode, refundable } = account
  const left = amountText(refundable, currencyCode)
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
      operation={{
        path: `/orders/${encodeURIComponent(account.e_invoice_order_id)}/refunds`,
        orderId,
      }}
      toBody={(values) => ({
        ...values,
        ...(isRepeat(account, Number(values.amount)) && {
          confirm_repeat: true,
        }),
      })}
      parse={parseRefundAccount}
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
              description: t("refunds.byAmount.confirm", {
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
