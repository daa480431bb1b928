import type { AcceptedRefund, DelayedRefund, RefundApproval } from "./delayed-refund"
import { refundableOre } from "./order"
import { refundOrder } from "./order-transitions"
import type { LineShare } from "./reservation"
import { refundMovement } from "./reservation-transitions"
import { refundCycles } from "./subscription-transitions"
import { SandboxStateError, type World } from "./world"

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

/** The operator takes up to two working days. */
const APPROVAL_SECONDS = 2 * 24 * 60 * 60

/**
 * The operator approves: the refund is carried out.
 *
 * @throws SandboxStateError when it was decided already, or the money is no longer there
 */
export function approveRefund(world: World, approval: RefundApproval): void {
  needPending(approval)
  const carryOut = refundOf(world, approval)
  if (!carryOut) {
    throw new SandboxStateError(
      `Refund ${approval.uuid} asks for more than ${approval.recordUuid} has left.`
    )
  }
  approval.state = "approved"
  carryOut()
}

/** @throws SandboxStateError when it was decided already */
export function rejectRefund(approval: RefundApproval): void {
  needPending(approval)
  approval.state = "rejected"
}

/** Lets the operator decide when the time has come: yes where the money is still there. */
export function runApprovalDue(world: World, approval: RefundApproval): void {
  const dueAt = approval.requestedAt + APPROVAL_SECONDS
  if (approval.state !== "pending" || dueAt > world.clock.seconds()) {
    return
  }
  if (refundOf(world, approval)) {
    approveRefund(world, approval)
  } else {
    rejectRefund(approval)
  }
}

function refundOf(
  world: World,
  { amountOre, recordUuid, reference, shares, source }: RefundApproval
): (() => void) | undefined {
  if (source !== null) {
    const reservation = world.reservations.get(recordUuid)
    const movement = [...(reservation?.captures ?? []), ...(reservation?.charges ?? [])].find(
      ({ uuid }) => uuid === reference
    )
    const delayed = delayedOre(
      world,
      recordUuid,
      (refund) => refund.record === "reservation" && refund.reference === reference
    )
    const left = movement ? movement.amountOre - movement.refundedOre - delayed : 0
    return reservation && movement && amountOre <= left
      ? () => refundMovement(world, reservation, source, movement, amountOre)
      : undefined
  }
  const order = world.orders.get(recordUuid)
  return order && amountOre <= refundableOre(order) - delayedOre(world, recordUuid)
    ? () => {
        refundOrder(world, order, amountOre, shares)
      }
    : undefined
}

function needPending({ state, uuid }: RefundApproval): void {
  if (state !== "pending") {
    throw new SandboxStateError(`Refund ${uuid} is ${state} already.`)
  }
}
