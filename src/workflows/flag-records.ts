import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

import { ConnectError } from "../connect"
import { untilPaymentsAreRecorded } from "../domain/payment-lease"
import { hasBilled } from "../domain/refunds/changed-order"
import { holdsNoMore, isReleased } from "../domain/reservations/reservation-account"
import { LEAST_ACCOUNTED } from "../mapping/decimal"
import type { RecordRow } from "../modules/e-invoice/operations/remote-records"
import type { RecordFlag } from "../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { isEndedWithoutPayment, lastingStatusOf } from "../modules/e-invoice/orders/order-status"
import { logErrors } from "./background-work"
import { bySource, isStillAsking, type OpenBill } from "./bill-outstanding/open-bills"
import {
  leftToAskFor,
  type Outstanding,
  outstandingOfOrder,
} from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { goneOfCards } from "./judge-invoices"
import { paymentsBeside, type PaymentsOfOrder } from "./payments-of-order"

/**
 * Calls staff to a Medusa order that was billed beside Medusa's books, by a reservation or an order of which no payment in Medusa is, where
 * that does not fit its price and no e-invoice of it carries a flag for that; or no longer. What was read may be of before another
 * change: it is judged again until that says the same.
 *
 * @returns false where the service could not say what reservations take: nothing is changed, and it is to be tried again
 */
export async function flagRecords(container: MedusaContainer, orderId: string): Promise<boolean> {
  return logErrors({ container }, `the flags of what was made beside ${orderId}`, async () => {
    try {
      while (await hasNewFlag(container, orderId));
    } catch (error) {
      if (!isForGood(error)) {
        throw error
      }
    }
  })
}

async function hasNewFlag(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { leases, records } = eInvoiceModule(container)
  const named = (await records.ofOrder(FLAGGED, orderId)).filter(
    ({ remote_uuid: uuid }) => uuid !== null
  )
  if (named.length === 0) {
    return false
  }
  await untilPaymentsAreRecorded(leases, orderId)
  const judged = await judgedOf(container, orderId)
  let isNew = false
  for (const kind of FLAGGED) {
    const ofKind = named.filter((record) => record.kind === kind)
    if (ofKind.length > 0) {
      const due = judged && (await FLAG_OF[kind](container, { ...judged, named: ofKind }))
      isNew = (await records.flag(kind, orderId, due)) || isNew
    }
  }
  return isNew
}

/** Kinds of what may pay for a Medusa order beside its books. */
const FLAGGED = ["reservation", "order"] as const

/** Whether the service will not say it later either: what is known stays. */
const isForGood = (error: unknown): boolean =>
  error instanceof ConnectError && (error.kind === "disabled" || error.kind === "not-found")

type Due = { flag: RecordFlag; amount: string }

type Judged = {
  readonly outstanding: Outstanding
  readonly payments: PaymentsOfOrder
  readonly invoices: readonly FollowedOrder[]
  /** The order's records of a kind that the service has named, the oldest first. */
  readonly named: readonly RecordRow[]
}

/** @returns undefined of an order that costs nothing any more */
async function judgedOf(
  container: MedusaContainer,
  orderId: string
): Promise<Omit<Judged, "named"> | undefined> {
  const outstanding = await outstandingIfThere(container, orderId)
  if (!outstanding || outstanding.isCancelled) {
    return undefined
  }
  const untold = outstanding.open.find(({ untold }) => untold)?.untold
  if (untold) {
    throw untold
  }
  return {
    outstanding,
    payments: await paymentsBeside(container, outstanding),
    invoices: await eInvoiceModule(container).orders.statuses.ofOrder(orderId),
  }
}

const FLAG_OF = { reservation: flagOfReservations, order: flagOfOrders } as const

async function flagOfReservations(
  container: MedusaContainer,
  { outstanding, payments, invoices, named }: Judged
): Promise<Due | undefined> {
  const { reservedBeyond, capturableBeyond, isUnbilled } = payments
  // What is only held is not captured: a capture of more than the order's price is rejected.
  const beyond = invoices.some(mayExplain) ? 0 : MathBN.sub(reservedBeyond, capturableBeyond)
  const overcharged = MathBN.max(beyond, await goneOfCards(container, outstanding))
  if (MathBN.gte(overcharged, LEAST_ACCOUNTED)) {
    return { flag: "reservation_overcharged", amount: overcharged.toFixed() }
  }
  const amount = outstanding.billable
  if (!isUnbilled || Number(amount) <= 0 || invoices.some(hasBilled)) {
    return undefined
  }
  const last = named.at(-1)
  if (last && named.every((row) => row.is_over || isReleased(row.status))) {
    // Staff who cancel or refund it know that the order is to be paid otherwise.
    const isKnown =
      !isReleased(last.status) || (await isCancelledHere(container, "reservations.cancel", last))
    return isKnown ? undefined : { flag: "reservation_ended", amount }
  }
  if (outstanding.version > 1) {
    return { flag: "change_unbilled", amount }
  }
  const isLapsed = named.every((row) => isReleased(row.status) || holdsNoMore(row))
  return isLapsed ? { flag: "reservation_ended", amount } : undefined
}

/**
 * An order made beside Medusa's books does not follow its Medusa order: staff are called where it makes the customer pay too much, and
 * nothing else does so by itself; and where it ends unpaid, which leaves the Medusa order unbilled.
 */
async function flagOfOrders(
  container: MedusaContainer,
  { outstanding, payments, named }: Judged
): Promise<Due | undefined> {
  const last = named.at(-1)
  if (!last) {
    return undefined
  }
  const status = lastingStatusOf(last.status)
  const isEnded = isEndedWithoutPayment(status)
  const others = isEnded ? [last.id] : []
  const beyond = MathBN.mult(leftBesideBooks(outstanding, others), -1)
  if (!payments.isOverbilled && MathBN.gte(beyond, LEAST_ACCOUNTED)) {
    return { flag: "overbilled", amount: beyond.toFixed() }
  }
  const left = MathBN.mult(beyond, -1)
  // An expired one keeps the rest from being billed until it is cancelled, so that nothing else says that it is unbilled.
  const isUnbilled = isEnded && (status === "EXPIRED" || payments.isUnbilled)
  if (!isUnbilled || MathBN.lt(left, LEAST_ACCOUNTED)) {
    return undefined
  }
  const isKnown = await isCancelledHere(container, "orders.cancel", last)
  return isKnown ? undefined : { flag: "cancelled_at_service", amount: left.toFixed() }
}

/**
 * What the order costs beside its payments and what was made beside them. What was paid there, staff may have marked as paid in Medusa.
 *
 * @param except records that do not count
 */
function leftBesideBooks(outstanding: Outstanding, except: readonly string[]) {
  const of = (source: OpenBill["source"]) =>
    outstanding.open.filter((bill) => bill.source === source && !except.includes(bill.id))
  const reserved = of(bySource.reservation)
  const ordered = of(bySource.record)
  const marked = MathBN.max(MathBN.sub(outstanding.markedPaid, totalOfBills(reserved)), 0)
  const left = leftToAskFor({ ...outstanding, open: [...reserved, ...ordered] })
  return MathBN.add(
    MathBN.sub(left, outstanding.authorised),
    MathBN.min(marked, totalOfBills(ordered))
  )
}

const totalOfBills = (bills: readonly OpenBill[]) =>
  MathBN.sum(0, ...bills.map(({ amount }) => amount))

/** A deleted Medusa order costs nothing. */
async function outstandingIfThere(
  container: MedusaContainer,
  orderId: string
): Promise<Outstanding | undefined> {
  try {
    return await outstandingOfOrder(container, orderId)
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND) {
      return undefined
    }
    throw error
  }
}

/** Whether what is asked for too much may be an invoice's: that follows the order, or is flagged. */
const mayExplain = (invoice: FollowedOrder): boolean =>
  invoice.orderChangedAt !== null ||
  isStillAsking(invoice) ||
  invoice.flags.includes("return_unrefunded")

async function isCancelledHere(
  container: MedusaContainer,
  operation: "orders.cancel" | "reservations.cancel",
  { kind, remote_uuid: uuid }: RecordRow
): Promise<boolean> {
  const { operations } = eInvoiceModule(container)
  return uuid !== null && (await operations.earlier.doneOn(operation, { kind, uuid })).length > 0
}
