import type { Answer } from "../answers"
import { oreOf } from "../money"
import type { RefundApproval } from "../state/refund-approval"
import type { World } from "../state/world"
import type { Handler } from "./handler"
import { sharesOf } from "./orders/refund"
import { movementOf, movementRefundRefusal, orderRefundRefusal } from "./refund-checks"
import { done, noSuchRecord } from "./replies"

type Asked = Omit<RefundApproval, "uuid" | "requestedAt" | "state">

export const requestRefundApproval: Handler<"refunds.request-approval"> = (call) => {
  const { body, operation, params, world } = call
  const asked: Asked = {
    recordUuid: params.order_uuid,
    type: body.type,
    amountOre: oreOf(body.grandTotal),
    shares: sharesOf(body.products),
    message: body.message,
    source: body.type === "reservation" ? body.source : null,
    reference: body.type === "reservation" ? body.reference : null,
  }
  const { found, refusal } = approvalRefusal(world, asked)
  if (!found) {
    return noSuchRecord(operation)
  }
  if (refusal) {
    return refusal
  }
  const { refundApprovals } = world
  refundApprovals.add({
    ...asked,
    uuid: world.newIdentifier("RAP", (taken) => refundApprovals.has(taken)),
    requestedAt: world.clock.seconds(),
    state: "pending",
  })
  return done(operation, null, false)
}

/** Whether the record is there, and why it could not be refunded even with approval: the limits are what is waived. */
export function approvalRefusal(
  world: World,
  { amountOre, recordUuid, reference, shares, source, type }: Asked
): { found: boolean; refusal?: Answer | undefined } {
  if (type === "reservation") {
    const reservation = world.reservations.get(recordUuid)
    const movement = reservation && movementOf(reservation, source ?? "captured", reference ?? "")
    return {
      found: reservation !== undefined,
      refusal: movementRefundRefusal(world, recordUuid, movement, amountOre, shares),
    }
  }
  const order = world.orders.get(recordUuid)
  return {
    found: order !== undefined,
    refusal: order && orderRefundRefusal(world, order, amountOre, shares),
  }
}
