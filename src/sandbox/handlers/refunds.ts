import { type Answer, conflict, invalidPayload, notFound } from "../answers"
import { oreOf } from "../money"
import type { RefundApproval } from "../state/delayed-refund"
import { sumOfShares } from "../state/refundable"
import type { Order } from "../state/order"
import { acceptRefund } from "../state/refund-transitions"
import {
  isLeft,
  type Refundable,
  refundableOfMovement,
  refundableOfOrder,
} from "../state/refundable"
import type { LineShare, Movement, Reservation } from "../state/reservation"
import type { World } from "../state/world"
import { done, type Handlers, noSuchRecord, preconditionRefusal } from "./handler"

/** The emulation of refunds of orders. */
export const refundHandlers = {
  "orders.refund"(call) {
    const { body, operation, params, world } = call
    const order = world.orders.get(params.order_uuid)
    if (!order) {
      return noSuchRecord(operation)
    }
    const amountOre = oreOf(body.grandTotal)
    const shares = sharesOf(body.products)
    const refusal =
      preconditionRefusal(operation, order.status, body) ??
      orderRefundRefusal(world, order, amountOre, shares) ??
      limitRefusal(world, order.refundedAt, amountOre)
    if (refusal) {
      return refusal
    }
    acceptRefund(world, {
      record: "order",
      recordUuid: order.uuid,
      amountOre,
      shares,
    })
    return done(operation, null)
  },

  "refunds.request-approval"(call) {
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
    const record = (body.type === "reservation" ? world.reservations : world.orders).get(
      params.order_uuid
    )
    if (!record) {
      return noSuchRecord(operation)
    }
    const refusal =
      preconditionRefusal(operation, record.status, body) ?? approvalRefusal(world, asked, record)
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
    return done(operation, null)
  },
} satisfies Handlers

/** Shares of stored lines as requests carry them, in øre. */
export function sharesOf(
  products: readonly { id: number | string; amount: number | string }[]
): LineShare[] {
  return products.map(({ id, amount }) => ({
    id: Number(id),
    amountOre: oreOf(amount),
  }))
}

type Asked = Omit<RefundApproval, "uuid" | "requestedAt" | "state">

/** Why the record could not be refunded even with approval: the limits are what is waived. */
const approvalRefusal = (
  world: World,
  { amountOre, reference, shares, source }: Asked,
  record: Order | Reservation
): Answer | undefined =>
  "captures" in record
    ? movementRefundRefusal(
        world,
        record.uuid,
        movementOf(record, source ?? "captured", reference ?? ""),
        amountOre,
        shares
      )
    : orderRefundRefusal(world, record, amountOre, shares)

/** Why this much of these lines of an order cannot be paid back, whatever limits apply. */
function orderRefundRefusal(
  world: World,
  order: Order,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined {
  const isBilled = order.receivedOre > 0 || order.invoiceNumber !== null
  if (!isBilled || order.status === "EXPIRED") {
    return notFound("refundRejectionForTransactionNotFound")
  }
  return amountRefusal(refundableOfOrder(world, order), amountOre, shares)
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
export const movementRefundRefusal = (
  world: World,
  reservationUuid: string,
  movement: Movement | undefined,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined =>
  movement
    ? amountRefusal(refundableOfMovement(world, reservationUuid, movement), amountOre, shares)
    : notFound("refundRejectionForTransactionNotFound")

/**
 * No source says how the lines of a refund and its total hang together. A request of the documentation has lines of 300
 * under a total of 500, so that they may come to less. It is assumed that they come to no more, and that the service
 * counts what it refunded of each line.
 */
function amountRefusal(
  refundable: Refundable,
  amountOre: number,
  shares: readonly LineShare[]
): Answer | undefined {
  if (shares.some(({ id }) => !refundable.lines.has(id))) {
    return conflict("requestProductIdNotAvailable")
  }
  if (amountOre > refundable.wholeOre) {
    return conflict("refundRejectionForRefundRequestGreaterThanOrderAmount")
  }
  if (!isLeft(refundable, amountOre, shares)) {
    return conflict("refundRejectionForOutOfRunwayParamAmount")
  }
  return sumOfShares(shares) > amountOre
    ? invalidPayload(["The grand total must be at least the sum of the products amounts."])
    : undefined
}

const WEEK_SECONDS = 7 * 24 * 60 * 60

/**
 * Whether a refund needs the operator's approval first: beyond a limit in kroner, or more of them in a week than one
 * order may have.
 *
 * @param refundedAt Unix seconds of the record's earlier refunds
 */
export function limitRefusal(
  { clock, settings }: World,
  refundedAt: readonly number[],
  amountOre: number
): Answer | undefined {
  const { amount, enforced, perWeek } = settings.refundLimits
  if (!enforced) {
    return undefined
  }
  if (amountOre > oreOf(amount)) {
    return conflict("refundRejectionForRequestAmountThresholdExceed")
  }
  const since = clock.seconds() - WEEK_SECONDS
  return refundedAt.filter((at) => at > since).length >= perWeek
    ? conflict("refundRejectionForWeeklyThresholdExceed")
    : undefined
}
