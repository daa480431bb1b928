import type { EInvoiceOrderSummary } from "../../lib/e-invoice-order"
import { useEInvoiceOrder } from "../../lib/use-e-invoice-order"
import { SettleRefundDrawer } from "./settle-refund-drawer"

type OpenRefundsProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** A way out for each refund of which nobody knows whether it was carried out. */
export const OpenRefunds = ({ order, orderId }: OpenRefundsProps) => {
  const { data } = useEInvoiceOrder(order.id)

  return data?.refunds
    .filter(({ state }) => state === "in_doubt" || state === "sending")
    .map((refund) => (
      <SettleRefundDrawer key={refund.id} order={order} refund={refund} orderId={orderId} />
    ))
}
