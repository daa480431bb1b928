import { z } from "zod"

import {
  type EInvoiceOrderSummary,
  type EInvoiceRefund,
  parseOrderDetail,
} from "../../lib/e-invoice-order"
import { requiredChoice } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import { SelectField } from "../form"

type SettleRefundDrawerProps = {
  order: EInvoiceOrderSummary
  refund: EInvoiceRefund
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const answerSchema = z.object({ carriedOut: requiredChoice(["yes", "no"]) })

/** Records what a person saw at the service of a refund whose answer was lost. */
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
      parse={parseOrderDetail}
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
