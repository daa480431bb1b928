import type { AcceptedRefund } from "./delayed-refund"
import { type Order, refundableOre } from "./order"
import type { LineShare, Movement } from "./reservation"
import type { World } from "./world"

/** What a refund is taken from, in øre; what is accepted and not yet carried out counts as taken. */
export type Refundable = {
  /** All there was. */
  wholeOre: number
  leftOre: number
  /** What is left of each line, by the line's id. */
  lines: ReadonlyMap<number, number>
}

export function refundableOfOrder(world: World, order: Order): Refundable {
  const delayed = delayedRefunds(world, order.uuid)
  return {
    wholeOre: order.grandTotalOre,
    leftOre: refundableOre(order) - sumOf(delayed),
    lines: leftOfLines(order.lines, delayed),
  }
}

export function refundableOfMovement(
  world: World,
  reservationUuid: string,
  { amountOre, refundedOre, shares, uuid }: Movement
): Refundable {
  const delayed = delayedRefunds(world, reservationUuid).filter(
    (refund) => refund.record === "reservation" && refund.reference === uuid
  )
  return {
    wholeOre: amountOre,
    leftOre: amountOre - refundedOre - sumOf(delayed),
    lines: leftOfLines(shares, delayed),
  }
}

/** Whether an amount is left, and of each line what the shares take of it together. */
export const isLeft = (
  { leftOre, lines }: Refundable,
  amountOre: number,
  shares: readonly LineShare[]
): boolean =>
  amountOre > 0 &&
  amountOre <= leftOre &&
  sharesBeyondLines(shares, (id) => lines.get(id) ?? 0).length === 0

const delayedRefunds = ({ delayedRefunds: all }: World, recordUuid: string): AcceptedRefund[] =>
  all.map(({ refund }) => refund).filter((refund) => refund.recordUuid === recordUuid)

const sumOf = (amounts: readonly { amountOre: number }[]): number =>
  amounts.reduce((sum, { amountOre }) => sum + amountOre, 0)

function leftOfLines(
  lines: readonly { id: number; amountOre: number; refundedOre: number }[],
  delayed: readonly AcceptedRefund[]
): Refundable["lines"] {
  const shares = delayed.flatMap((refund) => refund.shares)
  return new Map(
    lines.map(({ amountOre, id, refundedOre }) => [
      id,
      amountOre - refundedOre - sumOf(shares.filter((share) => share.id === id)),
    ])
  )
}

/** A share that cannot be had: where it stands among the shares, and what was left of its line, in øre. */
export type ShareBeyondLine = { index: number; leftOre: number }

/**
 * Which shares take more than is left of their lines, or go the other way: below zero of a line that is positive. Shares of
 * one line are counted together.
 *
 * @param leftOf what is left of a line, in øre
 */
export function sharesBeyondLines(
  shares: readonly LineShare[],
  leftOf: (id: number) => number
): ShareBeyondLine[] {
  const left = new Map(shares.map(({ id }) => [id, leftOf(id)]))
  return shares.flatMap(({ amountOre, id }, index) => {
    const leftOre = left.get(id) ?? 0
    if (amountOre < Math.min(0, leftOre) || amountOre > Math.max(0, leftOre)) {
      return [{ index, leftOre }]
    }
    left.set(id, leftOre - amountOre)
    return []
  })
}

export const sumOfShares = (shares: readonly LineShare[]): number =>
  shares.reduce((sum, { amountOre }) => sum + amountOre, 0)
