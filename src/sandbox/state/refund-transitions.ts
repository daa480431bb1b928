import type { AcceptedRefund, DelayedRefund, RefundApproval } from "./delayed-refund"
import { refundableOre } from "./order"
import { refundOrder } from "./order-transitions"
import { isLeft, refundableOfMovement, refundableOfOrder } from "./refundable"
import { refundMovement } from "./reservation-transitions"
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
      if (order && ore <= refundableOre(order)) {
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
        refundMovement(world, reservation, refund.source, movement, ore, refund.shares)
      }
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
    return reservation &&
      movement &&
      isLeft(refundableOfMovement(world, recordUuid, movement), amountOre, shares)
      ? () => refundMovement(world, reservation, source, movement, amountOre, shares)
      : undefined
  }
  const order = world.orders.get(recordUuid)
  return order && isLeft(refundableOfOrder(world, order), amountOre, shares)
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
