import { z } from "zod"

import { ChoiceField } from "../components/choice"
import { ActionDrawer } from "../components/drawers"
import { AmountField } from "../components/form"
import { useAmountText } from "../components/values"
import { requiredAmount, requiredText } from "../lib/form-values"
import { useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, type EInvoiceRefund, readOrderDetail } from "../orders/data"
import { creditRecordedText, type Refund } from "./data"
import { RefundEvidence } from "./evidence"

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
      operation={{ path, orderId, currencyCode: order.currency_code }}
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

type PartGivenDrawerProps = {
  refund: Refund
  currencyCode: string
  /** Below `/admin/e-invoice`: the route that settles it. */
  path: string
  orderId: string
  /** Whether the service shows a refund that is not recorded. */
  isShownBeside: boolean
}

/** Records how much of a credit that was not sent staff gave in the service's portal. */
export const PartGivenDrawer = ({
  refund,
  currencyCode,
  path,
  orderId,
  isShownBeside,
}: PartGivenDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const whole = amountText(refund.amount, currencyCode)
  const schema = z.object({
    amount: requiredAmount({
      max: refund.amount,
      tooMuch: t("refunds.lines.tooMuch", { amount: whole }),
    }),
    beside: isShownBeside ? requiredText() : z.string(),
  })

  return (
    <ActionDrawer
      label={t("refunds.settle.part.label")}
      title={t("refunds.settle.part.title")}
      description={t("refunds.settle.part.description")}
      submitLabel={t("refunds.settle.part.submit")}
      schema={schema}
      defaultValues={{ amount: "", beside: "" }}
      operation={{ path, orderId, currencyCode }}
      toBody={({ amount, beside }) => ({
        carried_out: true,
        attempt: refund.attempt,
        amount,
        ...(beside !== "" && { beside_another: beside === ANOTHER }),
      })}
      read={readOrderDetail}
      confirm={({ amount }) => ({
        title: t("refunds.settle.yesTitle"),
        description: t("refunds.settle.creditConfirm", {
          amount: amountText(Number(amount), currencyCode),
        }),
        confirmText: t("refunds.settle.part.submit"),
        variant: "confirmation",
      })}
      success={(order) => t(creditRecordedText(order, refund.id))}
    >
      {({ control }) => (
        <>
          <AmountField
            control={control}
            name="amount"
            label={t("refunds.settle.part.amount")}
            hint={t("refunds.lines.left", { amount: whole })}
            currencyCode={currencyCode}
          />
          {isShownBeside && (
            <ChoiceField
              control={control}
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
