import { ArrowPath } from "@medusajs/icons"

import { type EInvoiceOrderSummary, parseOrderDetail } from "../lib/e-invoice-order"
import { contactOf, type ReachableOrder } from "../lib/order-contact"
import type { OrderInMedusa } from "../lib/order-warnings"
import { statusText } from "../lib/status-text"
import { useTexts } from "../lib/texts"
import { ActionButton } from "./action-button"
import { CancelOrderDrawer } from "./order-actions/cancel-order-drawer"
import { OpenRefunds } from "./order-actions/open-refunds"
import { OtherOrders } from "./order-actions/other-orders"
import { ResendLinkDrawer } from "./order-actions/resend-link-drawer"
import { SettleCreationDrawer } from "./order-actions/settle-creation-drawer"
import { UpdateLinkDrawer } from "./order-actions/update-link-drawer"
import { SentRequestDrawer } from "./sent-request-drawer"
import { TimelineDrawer } from "./timeline-drawer"

type EInvoiceOrderActionsProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  inMedusa: OrderInMedusa & ReachableOrder
}

/** What can be done with an e-invoice order, and how it went. */
export const EInvoiceOrderActions = ({ order, inMedusa }: EInvoiceOrderActionsProps) => {
  const t = useTexts()
  const orderId = inMedusa.id
  const statusInWords = statusText(t, order)
  const { remote_order_uuid: uuid, remote_status: status } = order

  return (
    <div className="bg-ui-bg-subtle flex flex-wrap items-center gap-2 rounded-b-lg px-6 py-4">
      {order.state === "in_doubt" && <SettleCreationDrawer order={order} orderId={orderId} />}
      {order.flags.includes("refund_in_doubt") && <OpenRefunds order={order} orderId={orderId} />}
      {order.flags.includes("second_order") && <OtherOrders order={order} orderId={orderId} />}
      <ActionButton
        label={t("actions.refresh")}
        icon={<ArrowPath />}
        operation={{
          path: `/orders/${encodeURIComponent(order.id)}/refresh`,
          orderId,
        }}
        parse={parseOrderDetail}
        success={(refreshed) => t("actions.refreshed", { status: statusText(t, refreshed) })}
        running={t("actions.refreshing")}
      />
      <TimelineDrawer order={order} />
      <SentRequestDrawer order={order} />
      {uuid !== null && (
        <>
          <ResendLinkDrawer
            uuid={uuid}
            orderId={orderId}
            contact={contactOf(inMedusa)}
            status={status}
            statusInWords={statusInWords}
          />
          <UpdateLinkDrawer
            uuid={uuid}
            orderId={orderId}
            status={status}
            statusInWords={statusInWords}
          />
        </>
      )}
      <CancelOrderDrawer order={order} orderId={orderId} />
    </div>
  )
}
