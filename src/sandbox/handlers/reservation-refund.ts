import { oreOf } from "../money"
import { acceptRefund } from "../state/delayed-refund-transitions"
import type { Handler } from "./handler"
import { sharesOf } from "./orders/refund"
import { preconditionRefusal } from "./preconditions"
import { movementOf, movementRefundRefusal } from "./refund-checks"
import { limitRefusal } from "./refund-limits"
import { done, noSuchRecord } from "./replies"

export const refundReservation: Handler<"reservations.refund"> = (call) => {
  const { body, operation, params, world } = call
  const reservation = world.reservations.get(params.reservation_uuid)
  if (!reservation) {
    return noSuchRecord(operation)
  }
  const amountOre = oreOf(body.grandTotal)
  const { products, reference, source } = body
  const movement = movementOf(reservation, source, reference)
  const refusal =
    preconditionRefusal(operation, reservation.status, body) ??
    movementRefundRefusal(
      world,
      params.reservation_uuid,
      movement,
      amountOre,
      sharesOf(products)
    ) ??
    limitRefusal(world, reservation.refundedAt, amountOre)
  if (refusal || !movement) {
    return refusal ?? noSuchRecord(operation)
  }
  acceptRefund(world, {
    record: "reservation",
    recordUuid: reservation.uuid,
    amountOre,
    source,
    reference,
  })
  return done(operation, null, true)
}
