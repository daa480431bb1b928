import { conflict, notFound, type Answer } from "../answers"
import { delayedOfLineOre, delayedOre } from "../state/delayed-refund-transitions"
import { refundableOre, type Order } from "../state/order"
import type { LineShare, Movement, Reservation } from "../state/reservation"
import type { World } from "../state/world"

/** What a refund is taken from: all there was, what is left of it, and its lines. */
type Source = {
  wholeOre: number
  leftOre: number
  lines: ReadonlyMap<number, { wholeOre: number; refundedOre: number }>
}

/** Why this much of these lines of an order cannot be paid back, whatever limits apply. */
export function orderRefundRefusal(
  world: World,
  order: Order,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined {
  const isBilled = order.receivedOre > 0 || order.invoiceNumber !== null
  if (!isBilled || order.status === "EXPIRED") {
    return notFound("refundRejectionForTransactionNotFound")
  }
  const source: Source = {
    wholeOre: order.grandTotalOre,
    leftOre: refundableOre(order) - delayedOre(world, order.uuid),
    lines: new Map(
      order.lines.map((line) => [
        line.id,
        {
          wholeOre: line.amountOre,
          refundedOre: line.refundedOre + delayedOfLineOre(world, order.uuid, line.id),
        },
      ])
    ),
  }
  return amountRefusal(source, amountOre, shares)
}

/** The capture or charge a refund names, if the reservation has it. */
export function movementOf(
  reservation: Reservation,
  source: "captured" | "charged",
  reference: string
): Movement | undefined {
  const { captures, charges } = reservation
  const movements = source === "captured" ? captures : charges
  return movements.find(({ uuid }) => uuid === reference)
}

/** Why this much of these lines of a capture or charge cannot be paid back, whatever limits apply. */
export function movementRefundRefusal(
  world: World,
  reservationUuid: string,
  movement: Movement | undefined,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined {
  if (!movement) {
    return notFound("refundRejectionForTransactionNotFound")
  }
  const delayed = delayedOre(
    world,
    reservationUuid,
    (refund) => refund.record === "reservation" && refund.reference === movement.uuid
  )
  const source: Source = {
    wholeOre: movement.amountOre,
    leftOre: movement.amountOre - movement.refundedOre - delayed,
    lines: new Map(
      movement.shares.map(({ id, amountOre: wholeOre }) => [id, { wholeOre, refundedOre: 0 }])
    ),
  }
  return amountRefusal(source, amountOre, shares)
}

function amountRefusal(
  { leftOre, lines, wholeOre }: Source,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined {
  if (shares.some(({ id }) => !lines.has(id))) {
    return conflict("requestProductIdNotAvailable")
  }
  if (amountOre > wholeOre) {
    return conflict("refundRejectionForRefundRequestGreaterThanOrderAmount")
  }
  const isBeyondLine = ({ id, amountOre: share }: LineShare) => {
    const line = lines.get(id)
    return line !== undefined && line.wholeOre > 0 && line.refundedOre + share > line.wholeOre
  }
  return amountOre <= 0 || amountOre > leftOre || shares.some(isBeyondLine)
    ? conflict("refundRejectionForOutOfRunwayParamAmount")
    : undefined
}
