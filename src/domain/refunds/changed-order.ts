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
  if (!now || !sent) {
    return undefined
  }
  const invoice = { sent, listed, refunds: await dependencies.refunds.list(id) }
  return orderChange(now, invoice, await invoicesAsSent(dependencies, now.orderId, { id }))
}

/**
 * The invoices of a Medusa order that stand, as they were sent; without those of which that is not known.
 *
 * @param except an e-invoice order, or a payment collection, that is left out
 * @throws ConnectError when the service cannot tell the lines of one of them
 */
export async function invoicesAsSent(
  { orders, refunds, connect }: Pick<RefundDependencies, "orders" | "refunds" | "connect">,
  orderId: string,
  except: { id?: string; collectionId?: string }
): Promise<InvoiceAsSent[]> {
  const invoices: InvoiceAsSent[] = []
  for (const { id, state, status, orderUuid } of await orders.statuses.ofOrder(orderId)) {
    const isBilled = state === "succeeded" && !isEndedWithoutPayment(status)
    const row = isBilled && id !== except.id && (await orders.creations.find(id))
    if (!row || row.payment_collection_id === except.collectionId) {
      continue
    }
    const { sent_request: sent } = row
    if (!sent || orderUuid === null) {
      continue
    }
    const { data } = await connect.call("orders.details", { params: { order_uuid: orderUuid } })
    invoices.push({ sent, listed: data.productList, refunds: await refunds.list(id) })
  }
  return invoices
}

/** An invoice of an order: what was sent, the lines that the service made of it, and its refunds. */
export type InvoiceAsSent = {
  readonly sent: Pick<SentRequest, "products" | "lines">
  readonly listed: readonly ListedLine[]
  readonly refunds: readonly Pick<RefundRow, "state" | "products" | "purpose">[]
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

/** The lines of an invoice as they were sent, with what was credited or refunded of each. */
export function invoicedLines({ sent, listed, refunds }: InvoiceAsSent): InvoicedLine[] {
  const ids = listedAsSent(listed, sent)?.map(({ id }) => id) ?? []
  const taken = takenFromLines(refunds)
  const followed = takenFromLines(refunds.filter(({ purpose }) => purpose === "credit"))
  const of = (taken: Map<number, bigint>, index: number) => taken.get(ids[index] ?? -1) ?? 0n
  return sentLines(sent, (index) => ({
    creditedOre: of(taken, index),
    followedOre: of(followed, index),
  })).map((line, index) => ({ ...line, serviceId: ids[index] }))
}
