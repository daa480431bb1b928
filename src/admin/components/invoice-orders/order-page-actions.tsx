import { ArrowPath } from "@medusajs/icons"

import { type EInvoiceOrderDetail, parseOrderDetail } from "../../lib/e-invoice-order"
import { statusText } from "../../lib/status-text"
import { useTexts } from "../../lib/texts"
import { ActionButton } from "../action-button"
import { CancelOrderDrawer } from "../order-actions/cancel-order-drawer"
import { OpenRefunds } from "../order-actions/open-refunds"
import { OtherOrders } from "../order-actions/other-orders"
import { SettleCreationDrawer } from "../order-actions/settle-creation-drawer"

/** What can be done with an e-invoice order on a page of its own. */
export const OrderPageActions = ({ order }: { order: EInvoiceOrderDetail }) => {
  const t = useTexts()
  // Medusa may have taken the order back; then there is nothing of it to fetch anew.
  const orderId = order.order_id ?? ""

  return (
    <>
      {order.state === "in_doubt" && <SettleCreationDrawer order={order} orderId={orderId} />}
      {order.flags.includes("refund_in_doubt") && <OpenRefunds order={order} orderId={orderId} />}
      {order.flags.includes("second_order") && <OtherOrders order={order} orderId={orderId} />}
      <ActionButton
        label={t("actions.refresh")}
        icon={<ArrowPath />}
        operation={{
          path: `/orders/${encodeURIComponent(order.id)}/refresh`,
          orderId: order.order_id ?? undefined,
        }}
        parse={parseOrderDetail}
        success={(refreshed) => t("actions.refreshed", { status: statusText(t, refreshed) })}
        running={t("actions.refreshing")}
      />
      {order.remote_order_uuid !== null && <CancelOrderDrawer order={order} orderId={orderId} />}
    </>
  )
}
