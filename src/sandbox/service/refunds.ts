import { type Answer, conflict, invalidPayload, notFound } from "../answers"
import { oreOf } from "../wire-values"
import {
  type AcceptedRefund,
  type DelayedRefund,
  type LineShare,
  type Movement,
  type Order,
  refundableOre,
  type RefundApproval,
  type Reservation,
  sumOfShares,
} from "../world/records"
import { SandboxStateError, type World } from "../world/world"
import { done, type Handlers, noSuchRecord, preconditionRefusal } from "./handler"
import { refundOrder } from "./order-transitions"
import { refundMovement } from "./reservation-transitions"

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
      const movement = reservation && movementOf(reservation, refund.source, refund.reference)
      if (movement) {
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
    const movement = reservation && movementOf(reservation, source, reference ?? "")
    return movement && isLeft(refundableOfMovement(world, recordUuid, movement), amountOre, shares)
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

/** What a refund is taken from, in øre; what is accepted and not yet carried out counts as taken. */
type Refundable = {
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

function refundableOfMovement(
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
const isLeft = (
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
type ShareBeyondLine = { index: number; leftOre: number }

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
