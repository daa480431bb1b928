import { type EInvoiceOrderSummary, parseOrderDetail } from "../../lib/e-invoice-order"
import { statusText } from "../../lib/status-text"
import { useTexts } from "../../lib/texts"
import { useEInvoiceOrder } from "../../lib/use-e-invoice-order"
import { ActionButton } from "../action-button"

type OtherOrdersProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** A way out for each further order that the service has for this payment, where it is none of this purchase. */
export const OtherOrders = ({ order, orderId }: OtherOrdersProps) => {
  const t = useTexts()
  const { data } = useEInvoiceOrder(order.id)

  return data?.other_orders
    .filter(({ state }) => state === "open")
    .map(({ order_uuid: uuid, status }) => {
      const known = {
        uuid,
        status: statusText(t, { state: "created", remote_status: status }),
      }
      return (
        <ActionButton
          key={uuid}
          label={t("settle.foreignLabel", known)}
          operation={{
            path: `/orders/${encodeURIComponent(order.id)}/settle`,
            orderId,
          }}
          body={{ decision: "declare-foreign", order_uuid: uuid }}
          parse={parseOrderDetail}
          confirm={{
            title: t("settle.foreignTitle"),
            description: t("settle.foreignQuestion", known),
            confirmText: t("settle.foreignSubmit"),
            variant: "danger",
          }}
          success={() => t("settle.foreignDone")}
        />
      )
    })
}
