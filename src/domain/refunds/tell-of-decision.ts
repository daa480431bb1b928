import type { EInvoiceEventData } from "../../events"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import type { RefundDependencies } from "./refund-request"

/** Tells the store what the service decided about the refund of a checkout's order. */
export const tellOfDecision = (
  { events }: Pick<RefundDependencies, "events">,
  { orderId, orderUuid }: Pick<FollowedOrder, "orderId" | "orderUuid">,
  refundRowId: string,
  decision: EInvoiceEventData["e_invoice.refund_decided"]["decision"],
  messageKey?: string
): Promise<void> =>
  events.emit("e_invoice.refund_decided", {
    id: refundRowId,
    order_id: orderId,
    uuid: orderUuid,
    decision,
    message_key: messageKey ?? null,
  })
