import { z } from "zod"

import { type EInvoiceOrderSummary, parseOrderDetail } from "../../lib/e-invoice-order"
import { requiredText } from "../../lib/form-values"
import { statusText } from "../../lib/status-text"
import { type Translate, useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"

type CancelOrderDrawerProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const cancellationSchema = z.object({ note: requiredText(500) })

/** Statuses in which nothing is left to cancel. */
const ENDED: ReadonlySet<string> = new Set(["CANCELLED", "REFUNDED", "CREDITED"])

/** Cancels an invoice at the service, with a reason; the Medusa order stays as it is. */
export const CancelOrderDrawer = ({ order, orderId }: CancelOrderDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useUnavailability("orders.cancel", order.remote_status, statusText(t, order))

  return (
    <ActionDrawer
      label={t("cancelOrder.label")}
      unavailable={unavailable ?? whyNothingToCancel(t, order)}
      title={t("cancelOrder.title")}
      description={t("cancelOrder.description")}
      submitLabel={t("cancelOrder.submit")}
      isDangerous
      schema={cancellationSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: `/orders/${encodeURIComponent(order.id)}/cancel`,
        orderId,
      }}
      parse={parseOrderDetail}
      confirm={() => ({
        title: t("cancelOrder.confirmTitle"),
        description: t("cancelOrder.confirm", {
          amount: amountText(order.grand_total, order.currency_code),
        }),
        confirmText: t("cancelOrder.submit"),
      })}
      success={() => t("cancelOrder.done")}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("cancelOrder.reason")}
          hint={t("cancelOrder.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

const whyNothingToCancel = (t: Translate, order: EInvoiceOrderSummary): string | undefined => {
  if (["prepared", "rejected", "abandoned"].includes(order.state)) {
    return t("cancelOrder.nothingThere")
  }
  return ENDED.has(order.remote_status ?? "")
    ? t("forms.unavailable.byStatus", { status: statusText(t, order) })
    : undefined
}
