import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"

import { ConnectError, OperationDisabledError } from "../../connect"
import { changeOfInvoices, isOfBilledParcel } from "../../domain/refunds/changed-order"
import { orderNowOf } from "../../domain/refunds/medusa-order"
import { formatOre, MappingError, type ParcelLine, parcelTotal } from "../../mapping"
import { LEAST_ACCOUNTED } from "../../mapping/decimal"
import { isUnsettled } from "../../modules/e-invoice/intent"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import { sendBill } from "../bill-outstanding/bill-outstanding-amount"
import {
  isAskedForOutside,
  openedBefore,
  type OpenedBill,
  openPartialBill,
} from "../bill-outstanding/bill-session"
import { bySource } from "../bill-outstanding/open-bills"
import {
  covers,
  leftBeside,
  type Outstanding,
  outstandingOfOrder,
} from "../bill-outstanding/outstanding-of-order"
import { callStaff } from "../call-staff"
import { eInvoiceModule } from "../e-invoice-module"
import { judgeInvoices } from "../judge-invoices"
import { isBilledByParcel, isStanding, linesOfParcel, type ParcelOfOrder } from "./lines-of-parcel"
import type { ShippedParcel } from "./shipped-parcels"

export const HOUR = 60 * 60_000

/**
 * - `billed`: an invoice is out for it, now or before
 * - `nothing`: it costs nothing more, or the customer was asked for it otherwise
 * - `waiting`: tried again soon: this bill or another one is in doubt
 * - `away`: tried again after growing gaps: the service is away
 * - `flagged`: staff have to bill it
 */
export type Billing = "billed" | "nothing" | "waiting" | "away" | "flagged"

/** A Medusa order that waits for its parcels, and the lease of its bills. */
export type Held = { orderId: string; holdId: string; lease: Lease }

/**
 * Bills what left of a held order with one parcel, by an invoice of its own, unless that was done. What cannot be billed is flagged.
 */
export async function billParcel(
  container: MedusaContainer,
  held: Held,
  {
    parcel,
    isAllBilled,
    ...others
  }: Omit<ParcelOfOrder, "invoices"> & { parcel: ShippedParcel; isAllBilled: boolean }
): Promise<Billing> {
  const { orders } = eInvoiceModule(container)
  const invoices = await orders.statuses.ofOrder(held.orderId)
  const known = await knownBilling(container, parcel, invoices)
  if (known === "billed" || known === "waiting") {
    return known
  }
  // What the service rejected, or staff gave up, is billed by staff.
  const outstanding = await outstandingOfOrder(container, held.orderId)
  if (outstanding.open.some(({ source }) => source === bySource.unsettled)) {
    return "waiting"
  }
  // Of an exchange after all was billed, staff bill what it costs beyond what came back. Of a hold that expired, goods that came
  // back may make up for goods that were never billed.
  if (isAllAskedFor(outstanding, invoices) || (isAllBilled && !covers(outstanding.billable, "0"))) {
    return "nothing"
  }
  if (known) {
    return flag(container, held, { parcel, why: known.why })
  }
  const lines = await linesOfParcel(container, outstanding, { parcel, ...others, invoices }).catch(
    (error: unknown) => {
      if (error instanceof MappingError) {
        return error
      }
      throw error
    }
  )
  if (lines instanceof MappingError) {
    return flag(container, held, { parcel, why: lines.message })
  }
  const amount = parcelTotal(lines)
  if (MathBN.lte(amount, 0)) {
    return "nothing"
  }
  if (isAskedForOutside(outstanding)) {
    // It may have taken just what left with this parcel.
    return flag(container, held, {
      parcel,
      why: "A reservation or payment link took a part of the order.",
      facts: { why: "taken-beside", amount, outstanding: outstanding.billable },
    })
  }
  if (!covers(outstanding.billable, amount)) {
    const left = await leftByLines(container, outstanding, { invoices, amount }).catch(
      untilServiceAnswers
    )
    if (left === "waiting" || left === "nothing") {
      return left
    }
    if (left === "unclear") {
      return flag(container, held, {
        parcel,
        why: `It comes to ${amount}, and ${outstanding.billable} are outstanding.`,
        facts: { why: "beyond-outstanding", amount, outstanding: outstanding.billable },
      })
    }
  }
  const part = invoices.filter(isOfBilledParcel).length + 1
  return send(container, held, { parcel, outstanding, amount, lines, part })
}

/**
 * Whether the customer was asked for all of an order by other means than its parcels' invoices, or paid it. Money says nothing of what is
 * left where these alone stand: goods of theirs that come back count against it.
 */
export const isAllAskedFor = (
  { billable, open, isPaidOtherwise }: Outstanding,
  invoices: readonly FollowedOrder[]
): boolean =>
  !covers(billable, "0") &&
  (!isBilledByParcel(invoices, open) || (isPaidOtherwise && !invoices.some(isStanding)))

/**
 * Whether a parcel is to be billed by what its lines come to, although Medusa waits for less: goods of a paid parcel came back,
 * and make up for the difference. Only where the parcels' invoices are all that was ever asked for or paid. Nothing is left where the
 * rest is paid otherwise, and nothing came back.
 *
 * @throws ConnectError when the service cannot tell the lines of an invoice
 */
async function leftByLines(
  container: MedusaContainer,
  outstanding: Outstanding,
  { invoices, amount }: { invoices: readonly FollowedOrder[]; amount: string }
): Promise<"all" | "nothing" | "unclear"> {
  if (!isBilledByParcel(invoices, outstanding.open)) {
    return "unclear"
  }
  if (outstanding.isPaidOtherwise) {
    const isPaid = !covers(outstanding.billable, "0")
    return isPaid && !(await hasComeBack(container, outstanding, invoices)) ? "nothing" : "unclear"
  }
  const judged = await judgeInvoices(container, outstanding.order.id)
  if (!judged) {
    return "unclear"
  }
  const unpaid = invoices.filter(({ id }) => judged.kept.has(id))
  const beside = leftBeside(
    outstanding.pending,
    outstanding.open,
    unpaid.flatMap(({ id, paymentId }) => [id, paymentId])
  )
  const left = MathBN.add(beside, formatOre(sumOf(judged.returned) - sumOf(judged.kept)))
  return MathBN.lt(MathBN.sub(amount, left), LEAST_ACCOUNTED) ? "all" : "unclear"
}

/** Whether goods of an order's invoices went off it, or that is not known. */
async function hasComeBack(
  container: MedusaContainer,
  { order }: Outstanding,
  invoices: readonly FollowedOrder[]
): Promise<boolean> {
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), order.id)
  const change =
    now && (await changeOfInvoices(eInvoiceModule(container), now, invoices.filter(isStanding)))
  return change?.changed.removed.length !== 0
}

const sumOf = (amounts: ReadonlyMap<string, bigint>): bigint =>
  [...amounts.values()].reduce((sum, ore) => sum + ore, 0n)

/** @returns `waiting` where the service may answer later, and `unclear` where it never does */
const untilServiceAnswers = (error: unknown): "unclear" | "waiting" => {
  if (error instanceof OperationDisabledError) {
    return "unclear"
  }
  if (error instanceof ConnectError) {
    return "waiting"
  }
  throw error
}

/** Failures by which the service said no, or the plugin did: the same would be answered again. */
const DEFINITE: ReadonlySet<string> = new Set(["refused", "conflict", "not-found"])

/**
 * What became of a parcel's earlier bills. A parcel gets one invoice: one that was cancelled is staff's affair.
 *
 * @returns undefined where it may be billed
 */
async function knownBilling(
  container: MedusaContainer,
  parcel: ShippedParcel,
  invoices: readonly FollowedOrder[]
): Promise<"billed" | "waiting" | { why: string } | undefined> {
  const own = invoices.filter(({ fulfillmentId }) => fulfillmentId === parcel.id)
  if (own.some(isOfBilledParcel)) {
    return "billed"
  }
  if (own.some(isUnsettled)) {
    return "waiting"
  }
  const last = own.at(-1)
  if (!last) {
    return undefined
  }
  const row = await eInvoiceModule(container).orders.creations.find(last.id)
  return row && (row.state === "abandoned" || DEFINITE.has(row.failure?.kind ?? ""))
    ? { why: row.failure?.message ?? "" }
    : undefined
}

type ParcelBill = {
  parcel: ShippedParcel
  outstanding: Outstanding
  amount: string
  lines: readonly ParcelLine[]
  part: number
}

async function send(
  container: MedusaContainer,
  held: Held,
  { parcel, outstanding, amount, lines, part }: ParcelBill
): Promise<Billing> {
  const { shopperData, timeline } = eInvoiceModule(container)
  const shopper = await keptOf(container, held)
  if (!shopper) {
    return flag(container, held, {
      parcel,
      why: "What the shopper entered is no longer kept.",
      facts: { why: "details-erased" },
    })
  }
  const dataId = await shopperData.store({
    ...shopper,
    bill: {
      by: "e-invoice",
      actor: "medusa",
      parcel: { fulfillmentId: parcel.id, part, lines: [...lines] },
    },
  })
  let opened: OpenedBill
  try {
    opened = await open(container, held, { parcel, outstanding, amount, dataId })
  } catch (error) {
    await shopperData.erase(dataId)
    // As after the store took its currency out of the options.
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.INVALID_DATA) {
      return flag(container, held, { parcel, why: error.message })
    }
    throw error
  }
  await held.lease.check()
  const outcome = await sendBill(container, held.orderId, opened)
  if (outcome.outcome === "billed") {
    await timeline.record({
      eInvoiceOrderId: held.holdId,
      actor: "medusa",
      action: "bill-parcel",
      outcome: "done",
      detail: { parcel: parcel.id, amount, invoice: outcome.e_invoice_order_id },
    })
    return "billed"
  }
  if (outcome.outcome !== "refused") {
    return "waiting"
  }
  await shopperData.erase(dataId)
  const id = outcome.e_invoice_order_id
  const row = id === null ? undefined : await eInvoiceModule(container).orders.creations.find(id)
  return row?.failure?.kind === "unavailable"
    ? waitForService(container, held, parcel)
    : flag(container, held, { parcel, why: row?.failure?.message ?? outcome.why })
}

/** How long a service may be away before staff are told, in milliseconds. */
const AWAY_UNTOLD = HOUR

/** A service that is away may take the same bill later. */
async function waitForService(
  container: MedusaContainer,
  held: Held,
  parcel: ShippedParcel
): Promise<Billing> {
  const { clock } = eInvoiceModule(container)
  const [first] = await billsOf(container, held, parcel)
  if (first && first.createdAt.getTime() + AWAY_UNTOLD <= clock.now().getTime()) {
    await flag(container, held, {
      parcel,
      why: `The service has not answered since ${first.createdAt.toISOString()}.`,
      wayOut: "It is billed by itself once the service answers.",
      facts: { why: "service-away" },
    })
  }
  return "away"
}

/** What was sent, or was to be sent, for a parcel; the oldest first. */
export const billsOf = async (
  container: MedusaContainer,
  { orderId }: Held,
  parcel: ShippedParcel
): Promise<FollowedOrder[]> => {
  const invoices = await eInvoiceModule(container).orders.statuses.ofOrder(orderId)
  return invoices.filter(({ fulfillmentId }) => fulfillmentId === parcel.id)
}

/** What the shopper entered; undefined where it was erased, or its key is no longer configured. */
async function keptOf(
  container: MedusaContainer,
  { holdId }: Held
): Promise<Omit<ShopperData, "bill"> | undefined> {
  const { orders, shopperData } = eInvoiceModule(container)
  const hold = await orders.holds.find(holdId)
  if (!hold?.shopper_data_id) {
    return undefined
  }
  try {
    return await shopperData.read(hold.shopper_data_id)
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`e-invoice: shopper data ${hold.shopper_data_id}: ${messageOf(error)}`)
    return undefined
  }
}

/** The session that a process opened before it ended, or a new one in a payment collection of its own. */
async function open(
  container: MedusaContainer,
  { orderId }: Held,
  { parcel, outstanding, amount, dataId }: Omit<ParcelBill, "lines" | "part"> & { dataId: string }
) {
  const bill = {
    order_id: orderId,
    idempotency_key: `fulfilment:${parcel.id}`,
    shopper_data_id: dataId,
  }
  const before = await openedBefore(container, bill)
  if (!before) {
    return openPartialBill(container, bill, { outstanding, amount })
  }
  const payments = container.resolve(Modules.PAYMENT)
  await payments.updatePaymentCollections(before.collection_id, { amount: Number(amount) })
  await payments.updatePaymentSession({
    id: before.session_id,
    amount,
    currency_code: outstanding.currencyCode,
    data: { shopper_data_id: dataId },
  })
  return before
}

/** Why a parcel is not billed, as one word for Admin. */
type ParcelUnbilled = "taken-beside" | "beyond-outstanding" | "details-erased" | "service-away"

/** Calls staff to a parcel that left and that is not billed. */
async function flag(
  container: MedusaContainer,
  { holdId, orderId }: Held,
  {
    parcel,
    why,
    wayOut = "Bill the order in Medusa Admin.",
    facts = { why: `${why} ${wayOut}` },
  }: {
    parcel: ShippedParcel
    why: string
    wayOut?: string
    /** For the timeline, which Admin says in staff's language; the sentences where there is no word for them. */
    facts?: { why: ParcelUnbilled; amount?: string; outstanding?: string } | { why: string }
  }
): Promise<Billing> {
  await callStaff(container, holdId, "shipped_unbilled", {
    actor: "medusa",
    action: "bill-parcel",
    detail: { parcel: parcel.id, ...facts },
    message: `e-invoice: parcel ${parcel.id} of Medusa order ${orderId} was shipped and is not billed: ${why} ${wayOut}`,
  })
  return "flagged"
}
