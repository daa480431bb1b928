import { delayedOre } from "./delayed-refund-transitions"
import { refundableOre } from "./order"
import { refundOrder } from "./order-transitions"
import type { RefundApproval } from "./refund-approval"
import { refundMovement } from "./reservation-transitions"
import { SandboxStateError } from "./state-error"
import type { World } from "./world"

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
