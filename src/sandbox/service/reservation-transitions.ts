import { kronerOf } from "../wire-values"
import { DAY_SECONDS } from "../world/clock"
import {
  capturableOre,
  type LineShare,
  type Movement,
  type Reservation,
  type ReservationEvent,
  sumOfShares,
} from "../world/records"
import { SandboxStateError, type World } from "../world/world"
import { findOrAddCustomer, type SentCustomer } from "./customers"
import { type SentLine, storedLine } from "./order-lines"

/** The service holds 7 to 31 days, by kind of business. */
const HELD_DAYS = 7

/** The rest of a partial capture is released after 1 to 3 days. */
const RELEASE_DAYS = 3

/** The payer confirms: the amount is held on the card. */
export function confirmReservation(world: World, reservation: Reservation) {
  needSent(reservation)
  const now = world.clock.seconds()
  reservation.reservedAt = now
  reservation.heldUntil = now + HELD_DAYS * DAY_SECONDS
  for (const line of reservation.lines) {
    line.reservedOre = line.amountOre
  }
  move(world, reservation, "RESERVED", "amount-reserved", {
    amountOre: reservation.grandTotalOre,
  })
}

/** The payer's card is refused, or the payer gives up. */
export function declineReservation(world: World, reservation: Reservation) {
  needSent(reservation)
  move(world, reservation, "NOT PAID", "payment-failed")
}

/** Turns part or all of what is held into money received. The caller has checked that it is held. */
export function captureReservation(
  world: World,
  reservation: Reservation,
  amountOre: number,
  shares: readonly LineShare[],
  note: string | null
): Movement {
  for (const line of reservation.lines) {
    for (const share of shares.filter(({ id }) => id === line.id)) {
      line.capturedOre += share.amountOre
    }
  }
  const capture = newMovement(world, "CAP", amountOre, shares)
  reservation.captures.push(capture)
  if (capturableOre(reservation) === 0) {
    reservation.heldUntil = null
  } else if (reservation.heldUntil !== null) {
    reservation.heldUntil = Math.min(reservation.heldUntil, capture.at + RELEASE_DAYS * DAY_SECONDS)
  }
  bookReceived(world, capture)
  move(world, reservation, "CAPTURED", "amount-captured-from-reservation", {
    amountOre,
    note,
    isRefundable: true,
  })
  return capture
}

/** Charges the stored card beyond what was held. The caller has checked that the time for it has not run out. */
export function chargeReservation(
  world: World,
  reservation: Reservation,
  amountOre: number,
  products: readonly SentLine[],
  note: string | null
): Movement {
  const lines = products.map((line) => storedLine(world, line))
  reservation.chargedLines.push(...lines)
  const charge = newMovement(world, "CHA", amountOre, lines)
  reservation.charges.push(charge)
  bookReceived(world, charge)
  move(world, reservation, "CHARGED", "amount-charged-from-card", {
    amountOre,
    note,
    isRefundable: true,
  })
  return charge
}

/** Voids what is held. */
export function cancelReservation(world: World, reservation: Reservation, note: string) {
  release(reservation)
  move(world, reservation, "CANCELLED", "reservation-cancelled", { note })
}

/** Closes a reservation of which something was captured or charged; the rest is released. */
export function completeReservation(world: World, reservation: Reservation, note: string) {
  release(reservation)
  move(world, reservation, "COMPLETED", "reservation-completed", { note })
}

/** Pays back part or all of one capture or charge. The caller has checked that it is there. */
export function refundMovement(
  world: World,
  reservation: Reservation,
  source: "captured" | "charged",
  movement: Movement,
  amountOre: number,
  shares: readonly LineShare[]
) {
  movement.refundedOre += amountOre
  for (const line of movement.shares) {
    line.refundedOre += sumOfShares(shares.filter(({ id }) => id === line.id))
  }
  reservation.refundedAt.push(world.clock.seconds())
  world.book("refunded", movement.uuid, amountOre)
  record(world, reservation, `refund-sent-from-${source}`, { amountOre })
}

/** Lets what is held fall due by the virtual clock. */
export function runReservationDue(world: World, reservation: Reservation) {
  const now = world.clock.seconds()
  const { dueAt, heldUntil, status } = reservation
  if (status === "SENT" && dueAt !== null && dueAt <= now) {
    move(world, reservation, "EXPIRED", "payment-link-expired")
  } else if (heldUntil !== null && heldUntil <= now) {
    release(reservation)
    if (status === "RESERVED") {
      move(world, reservation, "EXPIRED", "order-expired")
    }
  }
}

/** Adds a line to the reservation's history. */
export function record(
  world: World,
  reservation: Reservation,
  title: string,
  details: Partial<ReservationEvent> = {}
) {
  reservation.history.push({
    at: world.clock.seconds(),
    title,
    note: null,
    sentTo: null,
    amountOre: reservation.grandTotalOre,
    isRefundable: false,
    ...details,
  })
}

function needSent({ uuid, status }: Reservation) {
  if (status !== "SENT") {
    throw new SandboxStateError(
      `Reservation ${uuid} is ${status}; only one that is SENT can be confirmed or declined.`
    )
  }
}

function newMovement(
  world: World,
  prefix: "CAP" | "CHA",
  amountOre: number,
  shares: readonly LineShare[]
): Movement {
  return {
    uuid: prefix + world.random.digits(10),
    at: world.clock.seconds(),
    amountOre,
    refundedOre: 0,
    shares: [...new Set(shares.map(({ id }) => id))].map((id) => ({
      id,
      amountOre: sumOfShares(shares.filter((share) => share.id === id)),
      refundedOre: 0,
    })),
  }
}

function bookReceived(world: World, { uuid, amountOre }: Movement) {
  world.book("billed", uuid, amountOre)
  world.book("received", uuid, amountOre)
}

function release(reservation: Reservation) {
  reservation.heldUntil = null
  for (const line of reservation.lines) {
    line.reservedOre = line.capturedOre
  }
}

function move(
  world: World,
  reservation: Reservation,
  status: Reservation["status"],
  title: string,
  details: Partial<ReservationEvent> = {}
) {
  reservation.status = status
  record(world, reservation, title, details)
  if (reservation.callbackUrl !== null) {
    world.notify({
      kind: "status",
      callbackUrl: reservation.callbackUrl,
      recordUuid: reservation.uuid,
      status,
      paymentMethod: reservation.paymentMethod,
      amount: String(kronerOf(details.amountOre ?? reservation.grandTotalOre)),
      createdAt: reservation.createdAt,
    })
  }
}

/** A reservation as a merchant asks for it. */
export type ReservationDraft = Pick<
  Reservation,
  | "orderDate"
  | "dueAt"
  | "chargeValidityDays"
  | "subTotalOre"
  | "totalTaxOre"
  | "grandTotalOre"
  | "paymentMethod"
  | "sendOrderBy"
  | "referenceNo"
  | "customerReference"
  | "customerNotes"
  | "terms"
  | "callbackUrl"
  | "redirects"
> & { customer: SentCustomer; products: readonly SentLine[] }

/** Adds a reservation that the payer has yet to confirm. */
export function addReservation(
  world: World,
  { customer, products, ...draft }: ReservationDraft
): Reservation {
  const reservation: Reservation = {
    ...draft,
    uuid: world.newIdentifier("RES", (uuid) => world.reservations.has(uuid)),
    customerUuid: findOrAddCustomer(world, customer).uuid,
    status: "SENT",
    createdAt: world.clock.seconds(),
    reservedAt: null,
    heldUntil: null,
    lines: products.map((line) => ({
      ...storedLine(world, line),
      reservedOre: 0,
      capturedOre: 0,
    })),
    chargedLines: [],
    captures: [],
    charges: [],
    refundedAt: [],
    history: [],
  }
  record(world, reservation, "order-created")
  return world.reservations.add(reservation)
}
