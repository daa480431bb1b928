import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { LEAST_AMOUNT } from "../mapping"
import { LEAST_ACCOUNTED } from "../mapping/decimal"
import { awaitsParcels } from "../modules/e-invoice/orders/holds"
import { bySource, capturableOf, type OpenBill } from "./bill-outstanding/open-bills"
import {
  leftBeside,
  leftToAskFor,
  type Outstanding,
  outstandingOfOrder,
} from "./bill-outstanding/outstanding-of-order"
import { whyNotBillable } from "./bill-outstanding/why-not-billable"
import { eInvoiceModule } from "./e-invoice-module"
import { heldBackOf } from "./ship-then-bill/lines-of-parcel"

/** Payments of a Medusa order that count: captured, authorised by another provider than Medusa's own, or taken by a reservation. */
export type PaymentsOfOrder = {
  /** All of its price; what customers have not confirmed of a reservation does not count. */
  readonly isBilled: boolean
  /** More than its price, with what waits for its parcels. */
  readonly isOverbilled: boolean
  /** Medusa takes what it owes for one payment off what it waits for otherwise. */
  readonly isNetted: boolean
  /** Less than its price is paid and asked for, and none of the rest waits for its parcels. */
  readonly isUnbilled: boolean
  /** How much more than the price is asked for, but for extra charges: decimal major units; zero or below where it is not more. */
  readonly beyond: string
  /** How much of that staff marked as paid in Medusa, and no reservation took: decimal major units. */
  readonly markedBeyond: string
  /** How much of that reservations take: decimal major units; zero where it is not more. */
  readonly reservedBeyond: string
  /** How much of that is held and not captured: decimal major units. */
  readonly capturableBeyond: string
  /** What cards were charged beyond their reservations for nothing that the order holds: decimal major units. */
  readonly chargedBeyond: string
  /** What was given back of reservations, for neither goods that the order lacks nor a credit of it: decimal major units. */
  readonly goodwill: string
}

export const NO_PAYMENTS: PaymentsOfOrder = {
  isBilled: false,
  isOverbilled: false,
  isNetted: false,
  isUnbilled: false,
  beyond: "0",
  markedBeyond: "0",
  reservedBeyond: "0",
  capturableBeyond: "0",
  chargedBeyond: "0",
  goodwill: "0",
}

export const paymentsOf = async (
  container: MedusaContainer,
  orderId: string
): Promise<PaymentsOfOrder> =>
  paymentsBeside(container, await outstandingOfOrder(container, orderId))

/** The same, of what is outstanding of an order. */
export async function paymentsBeside(
  container: MedusaContainer,
  outstanding: Outstanding
): Promise<PaymentsOfOrder> {
  const { id: orderId } = outstanding.order
  const held = await heldBackOf(container, outstanding)
  const reserved = outstanding.open.filter(({ source }) => source === bySource.reservation)
  const leftBesideCards = (cards: readonly OpenBill[]) =>
    MathBN.sub(leftToAskFor({ ...outstanding, open: cards }), outstanding.authorised)
  const left = leftBesideCards(reserved)
  // An extra charge may be for what the order does not hold: no invoice asks for too much by that.
  const charged = MathBN.sum(0, ...reserved.map((bill) => bill.charged ?? 0))
  const rest = leftBeside(left, held)
  const uncharged = MathBN.add(rest, charged)
  const goodwill = MathBN.sum(0, ...reserved.map((bill) => bill.goodwill ?? 0))
  // A credit lowers the price by no goods: what was given back for it of a card would seem goodwill, and be owed once more.
  const forCredit = MathBN.max(
    MathBN.min(MathBN.mult(uncharged, -1), goodwill, outstanding.credited),
    0
  )
  const beside = MathBN.add(uncharged, forCredit)
  const taken = MathBN.sum(0, ...reserved.map(({ amount }) => amount))
  const beyond = MathBN.mult(beside, -1)
  const markedBeyond = MathBN.max(MathBN.min(beyond, MathBN.sub(outstanding.markedPaid, taken)), 0)
  // What waits for its parcels is worked out in whole øre.
  const isOverbilled = MathBN.lte(beside, -(held.length > 0 ? LEAST_ACCOUNTED : LEAST_AMOUNT))
  // What no card took is not given back on one: the customer would get it twice.
  const onCards = MathBN.sub(beyond, markedBeyond)
  const isOnCards = reserved.length > 0 && isOverbilled && MathBN.gte(onCards, LEAST_AMOUNT)
  const reservedBeyond = MathBN.convert(isOnCards ? onCards : 0)
  return {
    isBilled: MathBN.lt(leftBesideCards(reserved.filter(isConfirmed)), LEAST_AMOUNT),
    isOverbilled,
    isNetted:
      isOverbilled &&
      (MathBN.gt(outstanding.authorised, 0) || held.length > 0 || reserved.length > 0),
    isUnbilled:
      [undefined, "listed-twice", "payment-under-way", "order-change-active"].includes(
        whyNotBillable(outstanding)
      ) && !(await eInvoiceModule(container).orders.holds.ofOrder(orderId)).some(awaitsParcels),
    beyond: beyond.toFixed(),
    markedBeyond: markedBeyond.toFixed(),
    reservedBeyond: reservedBeyond.toFixed(),
    capturableBeyond: MathBN.min(reservedBeyond, capturableOf(reserved)).toFixed(),
    chargedBeyond: MathBN.max(MathBN.min(MathBN.mult(rest, -1), charged), 0).toFixed(),
    goodwill: MathBN.sub(goodwill, forCredit).toFixed(),
  }
}

const isConfirmed = ({ isAwaited }: OpenBill) => isAwaited !== true

/** Whether payments stand for all of a Medusa order's price. */
export const isBilled = async (container: MedusaContainer, orderId: string): Promise<boolean> =>
  (await paymentsOf(container, orderId)).isBilled
