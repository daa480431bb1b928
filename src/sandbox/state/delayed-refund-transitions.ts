import type { AcceptedRefund, DelayedRefund } from "./delayed-refund"
import { refundOrder } from "./order-transitions"
import type { LineShare } from "./reservation"
import { refundMovement } from "./reservation-transitions"
import { refundCycles } from "./subscription-transitions"
import type { World } from "./world"

/** Carries an accepted refund out, now or later, as the quirk `refundDelay` says. */
export function acceptRefund(world: World, refund: AcceptedRefund): void {
  const { refundDelay = 0 } = world.quirks
  if (refundDelay === 0) {
    return carryOut(world, refund)
  }
  const at = refundDelay === "held" ? null : world.clock.seconds() + refundDelay
  world.delayedRefunds.push({ at, refund })
}

/** What of a record is accepted to be paid back and was not yet, in øre. */
export function delayedOre(
  world: World,
  recordUuid: string,
  concerns: (refund: AcceptedRefund) => boolean = () => true
): number {
  return world.delayedRefunds
    .map(({ refund }) => refund)
    .filter((refund) => refund.recordUuid === recordUuid && concerns(refund))
    .reduce((sum, refund) => sum + refund.amountOre, 0)
}

/** What was accepted to be paid back of a line of an order and was not yet, in øre. */
export const delayedOfLineOre = (world: World, recordUuid: string, lineId: number): number =>
  world.delayedRefunds
    .flatMap(({ refund }): LineShare[] =>
      refund.record === "order" && refund.recordUuid === recordUuid ? refund.shares : []
    )
    .filter(({ id }) => id === lineId)
    .reduce((sum, share) => sum + share.amountOre, 0)

/**
 * Carries out delayed refunds.
 *
 * @param isDue which of them
 * @returns how many there were
 */
export function carryOutDelayed(world: World, isDue: (delayed: DelayedRefund) => boolean): number {
  const due = world.delayedRefunds.filter(isDue)
  world.delayedRefunds = world.delayedRefunds.filter((delayed) => !due.includes(delayed))
  due.forEach(({ refund }) => carryOut(world, refund))
  return due.length
}

/** Carries out the delayed refunds whose time has come by the virtual clock. */
export function runRefundsDue(world: World): void {
  const now = world.clock.seconds()
  carryOutDelayed(world, ({ at }) => at !== null && at <= now)
}

function carryOut(world: World, refund: AcceptedRefund): void {
  const { recordUuid, amountOre: ore } = refund
  switch (refund.record) {
    case "order": {
      const order = world.orders.get(recordUuid)
      if (order) {
        refundOrder(world, order, ore, refund.shares)
      }
      return
    }
    case "reservation": {
      const reservation = world.reservations.get(recordUuid)
      const movement = [...(reservation?.captures ?? []), ...(reservation?.charges ?? [])].find(
        ({ uuid }) => uuid === refund.reference
      )
      if (reservation && movement) {
        refundMovement(world, reservation, refund.source, movement, ore)
      }
      return
    }
    case "subscription": {
      const subscription = world.subscriptions.get(recordUuid)
      const cycles = refund.cycles.flatMap(
        (number) => subscription?.cycles.find((cycle) => cycle.number === number) ?? []
      )
      refundCycles(world, cycles, ore)
    }
  }
}
