import { changedLines, sentLines } from "../../mapping"
import type { FollowedOrder, SentRequest } from "../../modules/e-invoice/orders/order-row"
import { isEndedWithoutPayment } from "../../modules/e-invoice/orders/order-status"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { OrderNow } from "./medusa-order"
import {
  type InvoicedLine,
  listedAsSent,
  type ListedLine,
  type OrderChange,
  takenFromLines,
} from "./refund-lines"
import type { RefundDependencies } from "./refund-request"

/**
 * Reads what changed in a Medusa order since its invoices were sent, as far as a refund of one of them goes.
 *
 * @param invoice.sent what the invoice was made of
 * @param invoice.listed its lines at the service
 * @returns undefined where it is not known what the invoice was made of
 * @throws ConnectError when the service cannot tell the lines of another invoice of the order
 */
export async function changeOfOrder(
  dependencies: Pick<RefundDependencies, "orders" | "refunds" | "connect">,
  { id }: Pick<FollowedOrder, "id">,
  now: OrderNow | undefined,
  { sent, listed }: { sent: SentRequest | null | undefined; listed: readonly ListedLine[] }
): Promise<OrderChange | undefined> {
  const { orders, refunds, connect } = dependencies
  if (!now || !sent) {
    return undefined
  }
  const invoice = { sent, listed, refunds: await refunds.list(id) }
  const others: InvoiceAsSent[] = []
  for (const other of await orders.statuses.ofOrder(now.orderId)) {
    const isBilled = other.state === "succeeded" && !isEndedWithoutPayment(other.status)
    if (other.id === id || !isBilled || other.orderUuid === null) {
      continue
    }
    const row = await orders.creations.find(other.id)
    if (row?.sent_request) {
      const { data } = await connect.call("orders.details", {
        params: { order_uuid: other.orderUuid },
      })
      others.push({
        sent: row.sent_request,
        listed: data.productList,
        refunds: await refunds.list(other.id),
      })
    }
  }
  return orderChange(now, invoice, others)
}

/** An invoice of an order: what was sent, the lines that the service made of it, and its refunds. */
export type InvoiceAsSent = {
  readonly sent: Pick<SentRequest, "products" | "lines">
  readonly listed: readonly ListedLine[]
  readonly refunds: readonly Pick<RefundRow, "state" | "products">[]
}

/**
 * What changed in a Medusa order, as far as a refund of one of its invoices goes.
 *
 * @param invoice the one that is refunded
 * @param others the order's further invoices that stand
 */
export function orderChange(
  { owedOre, lines: now }: OrderNow,
  invoice: InvoiceAsSent,
  others: readonly InvoiceAsSent[]
): OrderChange {
  const ofOthers = others.flatMap((other) =>
    invoicedLines(other).map((line) => ({ ...line, serviceId: undefined }))
  )
  const { removed, added } = changedLines({ asSent: [...ofOthers, ...invoicedLines(invoice)], now })
  return {
    owedOre,
    changed: { removed: removed.filter(({ line }) => line.serviceId !== undefined), added },
  }
}

function invoicedLines({ sent, listed, refunds }: InvoiceAsSent): InvoicedLine[] {
  const ids = listedAsSent(listed, sent)?.map(({ id }) => id) ?? []
  const taken = takenFromLines(refunds)
  return sentLines(sent, (index) => taken.get(ids[index] ?? -1) ?? 0n).map((line, index) => ({
    ...line,
    serviceId: ids[index],
  }))
}
