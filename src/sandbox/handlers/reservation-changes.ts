import type { Operation } from "../../connect"
import { conflict, invalidPayload } from "../answers"
import { DAY_SECONDS } from "../clock"
import { kronerText, oreOf } from "../money"
import { capturableOre } from "../state/reservation"
import {
  cancelReservation as cancel,
  captureReservation as capture,
  chargeReservation as charge,
  completeReservation as complete,
  record,
} from "../state/reservation-transitions"
import type { Call, Handler } from "./handler"
import { sharesOf } from "./orders/refund"
import { changeable } from "./preconditions"
import { done } from "./replies"

const NOT_RESERVED = "reservationStatusNotReserved"

export const captureReservation: Handler<"reservations.capture"> = (call) => {
  const { body, operation, world } = call
  const found = reservationOf(call)
  if ("refusal" in found) {
    return found.refusal
  }
  const { record: reservation } = found
  const available = capturableOre(reservation)
  if (reservation.heldUntil === null || available === 0) {
    return conflict(NOT_RESERVED)
  }
  const amountOre = oreOf(body.grandTotal)
  const shares = sharesOf(body.products)
  const lines = new Map(reservation.lines.map((line) => [line.id, line]))
  if (shares.some(({ id }) => !lines.has(id))) {
    return conflict("requestProductIdNotAvailable")
  }
  const sentences = shares.flatMap((share, index) => {
    const line = lines.get(share.id)
    const left = line ? line.reservedOre - line.capturedOre : 0
    return atMost(`products.${index}.amount`, share.amountOre, left)
  })
  const sum = shares.reduce((total, share) => total + share.amountOre, 0)
  sentences.push(...atMost("grand total", amountOre, available))
  if (sum !== amountOre) {
    sentences.push("The grand total must be the sum of the products amounts.")
  }
  if (sentences.length > 0) {
    return invalidPayload(sentences)
  }
  const note = body.additionalText ?? null
  const { uuid } = capture(world, reservation, amountOre, shares, note)
  return done(operation, { uuid }, true)
}

export const chargeReservation: Handler<"reservations.charge"> = (call) => {
  const { body, operation, world } = call
  const found = reservationOf(call)
  if ("refusal" in found) {
    return found.refusal
  }
  const { record: reservation } = found
  const lastCharge = (reservation.reservedAt ?? 0) + reservation.chargeValidityDays * DAY_SECONDS
  if (world.clock.seconds() > lastCharge) {
    return conflict(NOT_RESERVED)
  }
  const amountOre = oreOf(body.grandTotal)
  const sum = body.products.reduce((total, line) => total + oreOf(line.amount), 0)
  if (sum !== amountOre) {
    return invalidPayload(["The grand total must be the sum of the products amounts."])
  }
  const note = body.additionalText ?? null
  const { uuid } = charge(world, reservation, amountOre, body.products, note)
  return done(operation, { uuid }, true)
}

export const cancelReservation: Handler<"reservations.cancel"> = (call) => {
  const { body, operation, world } = call
  const found = reservationOf(call)
  if ("refusal" in found) {
    return found.refusal
  }
  cancel(world, found.record, body.note)
  return done(operation, null, false)
}

export const completeReservation: Handler<"reservations.complete"> = (call) => {
  const { body, operation, world } = call
  const found = reservationOf(call)
  if ("refusal" in found) {
    return found.refusal
  }
  complete(world, found.record, body.note)
  return done(operation, null, false)
}

export const resendReservation: Handler<"reservations.resend"> = (call) => {
  const { body, operation, world } = call
  const found = reservationOf(call)
  if ("refusal" in found) {
    return found.refusal
  }
  const phone = body.msisdn && `${body.countryCode}${body.msisdn}`
  const sentTo = [phone, body.email].filter(Boolean).join(", ")
  record(world, found.record, "order-resent", { sentTo })
  return done(operation, null, true)
}

/** The reservation, or why the operation cannot touch it. */
const reservationOf = ({
  operation,
  params,
  world,
}: Pick<Call<"reservations.capture">, "params" | "world"> & {
  operation: Operation
}) => changeable(operation, world.reservations.get(params.reservation_uuid))

/** The sentence that refuses an amount greater than what is left. */
function atMost(field: string, amountOre: number, mostOre: number): string[] {
  return amountOre > mostOre
    ? [`The ${field} must not be greater than ${kronerText(mostOre)}.`]
    : []
}
