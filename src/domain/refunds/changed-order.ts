import {
  type ChangedLines,
  changedLines,
  type LineNow,
  removedBeyondAdded,
  type SentLine,
  sentLines,
  toOre,
  withoutWaiting,
} from "../../mapping"
import { least, sum } from "../../mapping/decimal"
import { awaitsParcels } from "../../modules/e-invoice/orders/holds"
import type { FollowedOrder, SentRequest } from "../../modules/e-invoice/orders/order-row"
import {
  type CapturedStatuses,
  countsAsCaptured,
  isEndedWithoutPayment,
  isStandingStatus,
  isWhollyRefunded,
} from "../../modules/e-invoice/orders/order-status"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { type Reserved, reservedOf, type ReservationReader } from "../reservations/reserved-lines"
import type { OrderNow } from "./medusa-order"
import { listedAsSent, type ListedLine, takenFromLines } from "./refund-lines"
import { type InvoicedLine, type OrderChange, owedBesideGoods } from "./refund-parts"
import { countedRefunds } from "./refund-approval"
import { type RefundDependencies } from "./refund-request"

/**
 * Reads what changed in a Medusa order since its invoices were sent, as far as a refund of one of them goes.
 *
 * @param invoice.sent what the invoice was made of
 * @param invoice.listed its lines at the service
 * @returns undefined where it is not known what the invoice was made of
 * @throws ConnectError when the service cannot tell the lines of another invoice of the order
 */
export async function changeOfOrder(
  dependencies: ReservationReader & InvoiceReader,
  { id }: Pick<FollowedOrder, "id">,
  now: OrderNow | undefined,
  { sent, listed }: { sent: SentRequest | null | undefined; listed: readonly ListedLine[] }
): Promise<OrderChange | undefined> {
  if (!now || !sent) {
    return undefined
  }
  const invoice = { sent, listed, refunds: await countedRefunds(dependencies, id) }
  const others = await invoicesAsSent(dependencies, now.orderId, { id })
  const billed = [invoice, ...others].flatMap(invoicedLines)
  const reserved = await reservedOf(dependencies, now.orderId, { now: now.lines, billed })
  return orderChange(now, invoice, {
    others,
    reserved,
    billed: await billedBesideWaiting(dependencies, now.orderId, reserved.lines),
  })
}

/** Whether an order is billed by the parcel, and something of it waits for that. */
async function waitsForParcels(
  { orders }: Pick<RefundDependencies, "orders">,
  orderId: string
): Promise<boolean> {
  const holds = await orders.holds.ofOrder(orderId)
  return holds.some(awaitsParcels)
}

/**
 * Whether an invoice was made of a parcel. A parcel gets one: what left with it waits no more, whatever became of the invoice.
 */
export const isOfBilledParcel = ({
  state,
  fulfillmentId,
}: Pick<FollowedOrder, "state" | "fulfillmentId">): boolean =>
  state === "succeeded" && fulfillmentId !== null

/** What waits for no parcel: what invoices that stand bill, and what left with parcels that were billed. */
export async function billedLinesOf(
  { orders }: Pick<RefundDependencies, "orders">,
  invoices: readonly Pick<FollowedOrder, "id" | "state" | "status" | "fulfillmentId">[]
): Promise<SentLine[]> {
  const billed = invoices.filter(
    (invoice) =>
      isOfBilledParcel(invoice) ||
      (invoice.state === "succeeded" && isStandingStatus(invoice.status))
  )
  const rows = await Promise.all(billed.map(({ id }) => orders.creations.find(id)))
  return rows.flatMap((row) => (row?.sent_request ? sentLines(row.sent_request) : []))
}

/**
 * @param reserved what waits for no parcel either: what reservations take
 * @returns undefined where nothing of the order waits for its parcel
 */
async function billedBesideWaiting(
  dependencies: Pick<RefundDependencies, "orders">,
  orderId: string,
  reserved: readonly SentLine[] = []
): Promise<SentLine[] | undefined> {
  if (!(await waitsForParcels(dependencies, orderId))) {
    return undefined
  }
  const invoices = await dependencies.orders.statuses.ofOrder(orderId)
  return [...(await billedLinesOf(dependencies, invoices)), ...reserved]
}

/** A line as it was sent, and the e-invoice order that bills it; null where a reservation takes it. */
export type LineOfInvoice = InvoicedLine & { readonly invoiceId: string | null }

/** What changed in a Medusa order since it was billed. */
type ChangeOfInvoices = {
  /** The lines of its reservations, then of its invoices. */
  readonly asSent: readonly LineOfInvoice[]
  readonly changed: ChangedLines<LineOfInvoice>
  /** What the order owes its customer, in øre, with what its reservations took. */
  readonly owedOre: bigint
  /** What cards were charged for nothing that the order holds, in øre. */
  readonly chargedBesideOre: bigint
}

/**
 * Reads what changed in a Medusa order since all its invoices were sent, each line with the invoice that bills it. Of a line
 * that several bill, what went is that of the last of them.
 *
 * @returns undefined where it is not known of one of them, or of a reservation beside them, what it was made of
 * @throws ConnectError when the service cannot tell the lines of one of them
 */
export async function changeOfInvoices(
  dependencies: ReservationReader & Pick<RefundDependencies, "orders" | "refunds">,
  order: OrderNow,
  invoices: readonly Pick<FollowedOrder, "id" | "orderUuid">[]
): Promise<ChangeOfInvoices | undefined> {
  const { orderId, lines: now } = order
  const asSent: LineOfInvoice[] = []
  for (const { id, orderUuid } of invoices) {
    const sent = (await dependencies.orders.creations.find(id))?.sent_request
    if (!sent || orderUuid === null) {
      return undefined
    }
    const { data } = await dependencies.connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    const refunds = await dependencies.refunds.list(id)
    const lines = invoicedLines({ sent, listed: data.productList, refunds })
    asSent.push(...lines.map((line) => ({ ...line, invoiceId: id })))
  }
  const reserved = await reservedOf(dependencies, orderId, { now, billed: asSent })
  if (!reserved.lines) {
    return undefined
  }
  const all = [...reserved.lines.map(ofReservation), ...asSent]
  const waiting = await billedBesideWaiting(dependencies, orderId, reserved.lines)
  const { changed, chargedBesideOre } = lessCharged(changesOf(all, now, waiting), reserved)
  return {
    asSent: all,
    changed,
    owedOre: owedBesideReserved(order, reserved.takenOre - chargedBesideOre),
    chargedBesideOre,
  }
}

/** What a card was charged beyond its reservation is for what was added at its VAT rate, as far as something was. */
function lessCharged<Line extends SentLine>(
  { removed, added }: ChangedLines<Line>,
  { charged }: Pick<Reserved, "charged">
): { changed: ChangedLines<Line>; chargedBesideOre: bigint } {
  const leftOre = new Map<number, bigint>()
  for (const { vatRate, amountOre } of charged) {
    leftOre.set(vatRate, (leftOre.get(vatRate) ?? 0n) + amountOre)
  }
  const left = added.map((line) => {
    const chargedOre = least(line.amountOre, leftOre.get(line.vatRate) ?? 0n)
    leftOre.set(line.vatRate, (leftOre.get(line.vatRate) ?? 0n) - chargedOre)
    return { ...line, amountOre: line.amountOre - chargedOre }
  })
  return {
    changed: { removed, added: left.filter(({ amountOre }) => amountOre !== 0n) },
    chargedBesideOre: sum([...leftOre.values()]),
  }
}

const ofReservation = (line: SentLine) => ({ ...line, serviceId: undefined, invoiceId: null })

/** Medusa waits for what a reservation took until staff mark it as paid: so much more it owes. */
const owedBesideReserved = ({ owedOre, markedPaidOre }: OrderNow, takenOre: bigint): bigint =>
  owedOre + takenOre - least(markedPaidOre, takenOre)

/**
 * The lines that bill a Medusa order already, so that what comes is billed by the others: those of its invoices, less what was
 * credited of them, and those of its reservations, as far as these take them.
 *
 * @param now what the order holds
 * @param except a payment collection, or the record of a reservation, that is left out
 * @returns undefined where it is not known which lines a reservation takes
 * @throws ConnectError when the service cannot tell the lines
 */
export async function linesBilledOf(
  dependencies: ReservationReader & InvoiceReader,
  orderId: string,
  now: readonly LineNow[],
  except: { collectionId?: string; recordId?: string | null } = {}
): Promise<SentLine[] | undefined> {
  const { collectionId, recordId } = except
  const invoices = await invoicesAsSent(
    dependencies,
    orderId,
    { ...(collectionId !== undefined && { collectionId }) },
    mayStillAsk
  )
  const billed = invoices.flatMap(invoicedLines)
  const { lines, charged } = await reservedOf(dependencies, orderId, { now, billed }, recordId)
  return lines && [...billed, ...lines, ...charged]
}

/**
 * @param billed where something waits for its parcel: what does not. What waits was not added, and makes up for nothing that
 *   went
 */
function changesOf<Line extends InvoicedLine>(
  asSent: readonly Line[],
  now: OrderNow["lines"],
  billed: readonly SentLine[] | undefined
): ChangedLines<Line> {
  return billed
    ? { ...changedLines({ asSent, now: withoutWaiting(now, billed) }), added: [] }
    : changedLines({ asSent, now })
}

/** What reading an order's invoices works with. */
type InvoiceReader = Pick<
  RefundDependencies,
  "orders" | "refunds" | "operations" | "connect" | "options" | "medusaRefunds"
>

type InvoiceFilter = (
  dependencies: Pick<InvoiceReader, "medusaRefunds">,
  invoice: FollowedOrder
) => Promise<boolean>

/**
 * The invoices of a Medusa order that stand, as they were sent; without those of which that is not known.
 *
 * @param except an e-invoice order, or a payment collection, that is left out
 * @param counts which of them count
 * @throws ConnectError when the service cannot tell the lines of one of them
 */
export async function invoicesAsSent(
  dependencies: InvoiceReader,
  orderId: string,
  except: { id?: string; collectionId?: string },
  counts: InvoiceFilter = billsLines
): Promise<OtherInvoice[]> {
  const { orders, refunds, operations, connect, options } = dependencies
  const invoices: OtherInvoice[] = []
  for (const invoice of await invoicesOf(dependencies, orderId, counts)) {
    const { id, orderUuid } = invoice
    const row = id !== except.id && (await orders.creations.find(id))
    if (!row || row.payment_collection_id === except.collectionId) {
      continue
    }
    const { sent_request: sent } = row
    if (!sent || orderUuid === null) {
      continue
    }
    const { data } = await connect.call("orders.details", { params: { order_uuid: orderUuid } })
    invoices.push({
      name: invoice.invoiceNumber ?? invoice.referenceNo ?? id,
      refundableOre: refundableOf(invoice, options.capturedStatuses),
      sent,
      listed: data.productList,
      refunds: await countedRefunds({ refunds, operations }, id),
    })
  }
  return invoices
}

/** The invoices of a Medusa order that count: if nothing else is said, those that bill lines. */
export async function invoicesOf(
  dependencies: Pick<InvoiceReader, "orders" | "medusaRefunds">,
  orderId: string,
  counts: InvoiceFilter = billsLines
): Promise<FollowedOrder[]> {
  const invoices = await dependencies.orders.statuses.ofOrder(orderId)
  const counted = await Promise.all(invoices.map((invoice) => counts(dependencies, invoice)))
  return invoices.filter((_invoice, index) => counted[index])
}

/** Whether an invoice asked for its amount, whatever was credited or refunded of it since. */
export const hasBilled = ({ state, status }: Pick<FollowedOrder, "state" | "status">): boolean =>
  state === "succeeded" && !isEndedWithoutPayment(status)

/**
 * Whether an invoice bills lines of its order. One that was credited in full before it was paid bills none, as a cancelled one; so
 * does one that was refunded in full whose payment Medusa cancelled: Medusa counts nothing of it, and waits for all of it again.
 */
const billsLines: InvoiceFilter = async ({ medusaRefunds }, invoice) =>
  hasBilled(invoice) &&
  !isCreditedAway(invoice) &&
  !(
    isWhollyRefunded(invoice.status) &&
    invoice.paymentId !== null &&
    (await medusaRefunds.isCancelled(invoice.paymentId))
  )

const isCreditedAway = ({ status, creditedTotal, grandTotal }: FollowedOrder): boolean =>
  isWhollyRefunded(status) && toOre(creditedTotal) >= toOre(grandTotal)

/**
 * Whether what comes is billed beside an invoice: also beside one that EXPIRED, as the service can still make an invoice of it, unless
 * that is to be cancelled then.
 */
export const mayStillAsk: InvoiceFilter = async (dependencies, invoice) =>
  (await billsLines(dependencies, invoice)) ||
  (invoice.state === "succeeded" &&
    invoice.status === "EXPIRED" &&
    invoice.cancelRequestedAt === null)

const refundableOf = (invoice: FollowedOrder, captured: CapturedStatuses): bigint =>
  countsAsCaptured(invoice, captured) && !isWhollyRefunded(invoice.status)
    ? toOre(invoice.grandTotal) - toOre(invoice.refundedTotal)
    : 0n

/** An invoice of an order: what was sent, the lines that the service made of it, and its refunds. */
export type InvoiceAsSent = {
  readonly sent: Pick<SentRequest, "products" | "lines">
  readonly listed: readonly ListedLine[]
  readonly refunds: readonly Pick<RefundRow, "purpose" | "state" | "amount" | "goods">[]
}

/** A further invoice of the order. */
export type OtherInvoice = InvoiceAsSent & {
  /** What staff know it by: its number, or that of its order. */
  readonly name: string
  /** What can still be refunded of it, in øre: nothing of one that is not captured. */
  readonly refundableOre: bigint
}

/**
 * What changed in a Medusa order, as far as a refund of one of its invoices goes. Of an item that several bill, what went is taken
 * off this one first: staff chose it.
 *
 * @param invoice the one that is refunded
 * @param beside.others the order's further invoices that stand
 * @param beside.reserved what its reservations take, as far as that is known
 * @param beside.billed where something of the order waits for its parcel: what does not
 */
export function orderChange(
  order: OrderNow,
  invoice: InvoiceAsSent,
  {
    others,
    reserved = NOTHING_RESERVED,
    billed,
  }: {
    others: readonly OtherInvoice[]
    reserved?: Pick<Reserved, "lines" | "charged" | "takenOre">
    billed?: readonly SentLine[] | undefined
  }
): OrderChange {
  const ofReservations = (reserved.lines ?? []).map((line) => ({
    ...line,
    serviceId: undefined,
    other: null,
  }))
  const ofOthers = others.flatMap((other) =>
    invoicedLines(other).map((line) => ({ ...line, serviceId: undefined, other }))
  )
  const ofThis = invoicedLines(invoice).map((line) => ({ ...line, other: undefined }))
  const { changed, chargedBesideOre } = lessCharged(
    changesOf([...ofReservations, ...ofOthers, ...ofThis], order.lines, billed),
    reserved
  )
  const owedInAllOre = owedBesideReserved(order, reserved.takenOre - chargedBesideOre)
  const { removed, added } = changed
  const beyond = removedBeyondAdded(changed)
  const waiting = waitingRefunds([invoice, ...others])
  const goodsOre = sum(waiting.map((refund) => refund.goodsOre))
  const owedForOre = owedInAllOre - goodsOre
  const besideInAllOre = owedBesideGoods(owedForOre, changed)
  const besideWaitingOre = least(
    besideInAllOre,
    sum(waiting.map((refund) => refund.amountOre)) - goodsOre
  )
  return {
    owedOre: owedForOre - besideWaitingOre,
    changed: { removed: removed.filter(({ line }) => line.other === undefined), added },
    besideOre: besideInAllOre - besideWaitingOre,
    elsewhere: others.flatMap((other) => {
      const gone = beyond.filter(({ line }) => line.other === other)
      const amountOre = least(sum(gone.map((removed) => removed.amountOre)), other.refundableOre)
      return amountOre > 0n ? [{ invoice: other.name, amountOre }] : []
    }),
  }
}

const NOTHING_RESERVED = { lines: [], charged: [], takenOre: 0n }

/**
 * The refunds that are being made, are in doubt, or may still be approved: Medusa has not counted them yet, so it owes what they are
 * for as before.
 */
const waitingRefunds = (
  invoices: readonly InvoiceAsSent[]
): { amountOre: bigint; goodsOre: bigint }[] =>
  invoices
    .flatMap(({ refunds }) => refunds)
    .filter(({ purpose, state }) => purpose === "refund" && isOpenRefund(state))
    .map(({ amount, goods }) => ({
      amountOre: toOre(amount),
      goodsOre: sum((goods ?? []).map((share) => toOre(share.amount))),
    }))

/** The lines of an invoice as they were sent, with what was credited or refunded of each one's goods. */
export function invoicedLines({ sent, listed, refunds }: InvoiceAsSent): InvoicedLine[] {
  const ids = listedAsSent(listed, sent)?.map(({ id }) => id) ?? []
  const goods = takenFromLines(refunds, "goods")
  return sentLines(sent, (index) => goods.get(ids[index] ?? -1) ?? 0n).map((line, index) => ({
    ...line,
    serviceId: ids[index],
  }))
}
