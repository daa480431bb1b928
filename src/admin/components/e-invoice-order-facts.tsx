import { observerText } from "../lib/actor"
import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import { paidTotal } from "../lib/status-words"
import { useTexts } from "../lib/texts"
import { Amount } from "./amount"
import { FieldRow } from "./field-row"
import { Moment } from "./moment"

type EInvoiceOrderFactsProps = {
  order: EInvoiceOrderSummary
}

/** What is known about an e-invoice order, as terms and descriptions. */
export const EInvoiceOrderFacts = ({ order }: EInvoiceOrderFactsProps) => {
  const t = useTexts()
  const currencyCode = order.currency_code
  const observer = order.last_checked_by && observerText(order.last_checked_by)

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow
        label={t("fields.orderId")}
        copy={
          order.remote_order_uuid
            ? {
                content: order.remote_order_uuid,
                label: t("actions.copyOrderId"),
              }
            : undefined
        }
      >
        {order.remote_order_uuid ?? t("fields.notYet")}
      </FieldRow>
      <FieldRow
        label={t("fields.invoiceNumber")}
        copy={
          order.invoice_number
            ? {
                content: order.invoice_number,
                label: t("actions.copyInvoiceNumber"),
              }
            : undefined
        }
      >
        {order.invoice_number ?? t("fields.notYet")}
      </FieldRow>
      <FieldRow label={t("fields.sent")}>
        <Amount value={order.grand_total} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("fields.paid")}>
        <Amount value={paidTotal(order)} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("fields.refunded")}>
        <Amount value={order.refunded_total} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("fields.lastChecked")}>
        {order.last_checked_at ? (
          <>
            <Moment at={order.last_checked_at} />
            {observer && <span className="block">{t(observer)}</span>}
          </>
        ) : (
          t("fields.never")
        )}
      </FieldRow>
    </dl>
  )
}
