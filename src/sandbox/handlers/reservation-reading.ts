import { DAY_SECONDS } from "../clock"
import { dayText, momentText } from "../dates"
import { kronerOf, kronerText } from "../money"
import { movedOre, refundedOre, type Movement, type Reservation } from "../state/reservation"
import type { World } from "../state/world"
import type { Handler } from "./handler"
import { lineRecord } from "./line-record"
import { done, noSuchRecord } from "./replies"

export const reservationDetails: Handler<"reservations.details"> = (call) => {
  const { operation, params, world } = call
  const reservation = world.reservations.get(params.reservation_uuid)
  return reservation
    ? done(operation, reservationRecord(world, reservation), true)
    : noSuchRecord(operation)
}

export const reservationHistory: Handler<"reservations.history"> = (call) => {
  const { operation, params, world } = call
  const now = world.clock.seconds()
  const start = params.start_timestamp ?? now - DAY_SECONDS
  const end = params.end_timestamp ?? now
  const events = world.reservations.list().flatMap((reservation) =>
    reservation.history
      .filter(({ at }) => at >= start && at <= end)
      .map((event) => ({
        uuid: reservation.uuid,
        title: event.title,
        datetime: momentText(event.at),
        sentTo: event.sentTo,
        actionBy: null,
        note: event.note,
        paymentMethod: reservation.paymentMethod,
        isRefundable: event.isRefundable,
        amount: kronerText(event.amountOre),
      }))
  )
  return done(operation, events, true)
}

function reservationRecord(world: World, reservation: Reservation) {
  const { captures, charges, reservedAt } = reservation
  const customer = world.customers.get(reservation.customerUuid)
  return {
    reservationUuid: reservation.uuid,
    status: reservation.status,
    isPaid: captures.length + charges.length > 0,
    productList: reservation.lines.map((line) => ({
      ...lineRecord(line),
      reserved: kronerOf(line.reservedOre - line.capturedOre),
      captured: kronerOf(line.capturedOre),
    })),
    grandTotal: kronerOf(reservation.grandTotalOre),
    reservationDate: dayText(reservation.orderDate),
    paymentLinkDueDate: reservation.dueAt === null ? null : dayText(reservation.dueAt),
    sendOrderBy: reservation.sendOrderBy,
    customerDetails: customer && {
      countryCode: customer.countryCode,
      msisdn: customer.msisdn,
      email: customer.email,
      name: customer.name,
      address: customer.billing,
    },
    referenceNumber: reservation.referenceNo,
    chargeValidity: String(reservation.chargeValidityDays),
    customerReference: reservation.customerReference,
    customerNotes: reservation.customerNotes,
    termsAndCondition: reservation.terms,
    paymentDetails: {
      reservedAt: reservedAt === null ? null : momentText(reservedAt),
      reservedAmount: reservedAt === null ? 0 : kronerOf(reservation.grandTotalOre),
      capturedAmount: kronerOf(movedOre(captures)),
      chargedAmount: kronerOf(movedOre(charges)),
      amountRefunded: {
        fromCaptured: kronerOf(refundedOre(captures)),
        fromCharge: kronerOf(refundedOre(charges)),
      },
    },
    paymentHistory: {
      reserved:
        reservedAt === null
          ? []
          : [
              {
                at: momentText(reservedAt),
                amount: kronerOf(reservation.grandTotalOre),
              },
            ],
      captured: captures.map((capture) => movementRow(reservation, capture)),
      charged: charges.map((charge) => movementRow(reservation, charge)),
    },
  }
}

/** A capture or charge with its lines, whose ids a refund of it names. */
function movementRow(
  { lines, chargedLines }: Reservation,
  { amountOre, at, shares, uuid }: Movement
) {
  return {
    uuid,
    at: momentText(at),
    amount: kronerOf(amountOre),
    products: shares.map((share) => ({
      id: share.id,
      name: [...lines, ...chargedLines].find(({ id }) => id === share.id)?.name ?? null,
      amount: kronerOf(share.amountOre),
    })),
  }
}
