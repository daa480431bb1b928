import type { Operation } from "../../connect"
import { conflict, invalidPayload } from "../answers"
import { dayText, kronerOf, kronerText, momentText, oreOf } from "../wire-values"
import { DAY_SECONDS } from "../world/clock"
import {
  capturableOre,
  movedOre,
  type Movement,
  refundedOre,
  type Reservation,
  sumOfShares,
} from "../world/records"
import type { World } from "../world/world"
import type { SentCustomer } from "./customers"
import {
  type Call,
  changeable,
  done,
  type Handlers,
  noSuchRecord,
  payPage,
  preconditionRefusal,
  unixOrNull,
} from "./handler"
import { lineRecord, type SentLine } from "./order-lines"
import {
  acceptRefund,
  limitRefusal,
  movementOf,
  movementRefundRefusal,
  sharesBeyondLines,
  sharesOf,
} from "./refunds"
import {
  addReservation,
  cancelReservation as cancel,
  captureReservation as capture,
  chargeReservation as charge,
  completeReservation as complete,
  record,
  type ReservationDraft,
} from "./reservation-transitions"

/** The emulation of reservations. */
export const reservationHandlers = {
  "reservations.details"(call) {
    const { operation, params, world } = call
    const reservation = world.reservations.get(params.reservation_uuid)
    return reservation
      ? done(operation, reservationRecord(world, reservation))
      : noSuchRecord(operation)
  },

  "reservations.history"(call) {
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
    return done(operation, events)
  },

  "reservations.submit"(call) {
    const { body, operation, origin, world } = call
    const reservation = addReservation(world, {
      ...draftOf(body),
      paymentMethod: "visa",
      callbackUrl: body.callback?.callbackUrl ?? null,
      redirects: null,
    })
    return done(operation, created(reservation, origin))
  },

  "reservations.create-session"(call) {
    const { body, operation, origin, world } = call
    const { callbackUrl, ...redirects } = body.callback
    const reservation = addReservation(world, {
      ...draftOf(body),
      paymentMethod: body.submitPayment.via,
      callbackUrl,
      redirects,
    })
    return done(operation, created(reservation, origin))
  },

  "reservations.capture"(call) {
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
    const leftOf = (id: number) => {
      const line = lines.get(id)
      return line ? line.reservedOre - line.capturedOre : 0
    }
    const sentences = [
      ...sharesBeyondLines(shares, leftOf).flatMap(({ index, leftOre }) =>
        withinLine(`products.${index}.amount`, shares[index]?.amountOre ?? 0, leftOre)
      ),
      ...moreThanNothing(amountOre),
      ...atMost("grand total", amountOre, available),
      ...sumOf(sumOfShares(shares), amountOre),
    ]
    if (sentences.length > 0) {
      return invalidPayload(sentences)
    }
    const note = body.additionalText ?? null
    const { uuid } = capture(world, reservation, amountOre, shares, note)
    return done(operation, { uuid })
  },

  "reservations.charge"(call) {
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
    const lines = body.products.map((line) => oreOf(line.amount))
    const sumOre = lines.reduce((total, lineOre) => total + lineOre, 0)
    const sentences = [
      ...lines.flatMap((lineOre, index) => atLeast(`products.${index}.amount`, lineOre, 0)),
      ...moreThanNothing(amountOre),
      ...sumOf(sumOre, amountOre),
    ]
    if (sentences.length > 0) {
      return invalidPayload(sentences)
    }
    const note = body.additionalText ?? null
    const { uuid } = charge(world, reservation, amountOre, body.products, note)
    return done(operation, { uuid })
  },

  "reservations.cancel"(call) {
    const { body, operation, world } = call
    const found = reservationOf(call)
    if ("refusal" in found) {
      return found.refusal
    }
    cancel(world, found.record, body.note)
    return done(operation, null)
  },

  "reservations.complete"(call) {
    const { body, operation, world } = call
    const found = reservationOf(call)
    if ("refusal" in found) {
      return found.refusal
    }
    complete(world, found.record, body.note)
    return done(operation, null)
  },

  "reservations.resend"(call) {
    const { body, operation, world } = call
    const found = reservationOf(call)
    if ("refusal" in found) {
      return found.refusal
    }
    const phone = body.msisdn && `${body.countryCode}${body.msisdn}`
    const sentTo = [phone, body.email].filter(Boolean).join(", ")
    record(world, found.record, "order-resent", { sentTo })
    return done(operation, null)
  },

  "reservations.refund"(call) {
    const { body, operation, params, world } = call
    const reservation = world.reservations.get(params.reservation_uuid)
    if (!reservation) {
      return noSuchRecord(operation)
    }
    const amountOre = oreOf(body.grandTotal)
    const { products, reference, source } = body
    const shares = sharesOf(products)
    const movement = movementOf(reservation, source, reference)
    const refusal =
      preconditionRefusal(operation, reservation.status, body) ??
      movementRefundRefusal(world, params.reservation_uuid, movement, amountOre, shares) ??
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
      shares,
    })
    return done(operation, null)
  },
} satisfies Handlers

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

const DEFAULT_CHARGE_DAYS = 90

function created(reservation: Reservation, origin: string) {
  return {
    reservationUuid: reservation.uuid,
    customerUuid: reservation.customerUuid,
    paymentUrl: payPage(origin, reservation),
  }
}

type Body = {
  products: readonly SentLine[]
  orderSummary: {
    subTotal: number | string
    totalTax: number | string
    grandTotal: number | string
  }
  orderDate: string
  dueDateForPaymentLink?: string | undefined
  sendOrderBy?: { sms: boolean; email: boolean } | undefined
  customerDetails: SentCustomer
  chargeValidity?: string | null | undefined
  referenceNo?: string | null | undefined
  customerReference?: string | null | undefined
  customerNotes?: string | null | undefined
  tnc?: string | null | undefined
}

function draftOf(
  body: Body
): Omit<ReservationDraft, "paymentMethod" | "callbackUrl" | "redirects"> {
  return {
    customer: body.customerDetails,
    products: body.products,
    orderDate: Number(body.orderDate),
    dueAt: unixOrNull(body.dueDateForPaymentLink),
    chargeValidityDays: Number(body.chargeValidity ?? DEFAULT_CHARGE_DAYS),
    subTotalOre: oreOf(body.orderSummary.subTotal),
    totalTaxOre: oreOf(body.orderSummary.totalTax),
    grandTotalOre: oreOf(body.orderSummary.grandTotal),
    sendOrderBy: body.sendOrderBy ?? { sms: false, email: false },
    referenceNo: body.referenceNo ?? null,
    customerReference: body.customerReference ?? null,
    customerNotes: body.customerNotes ?? null,
    terms: body.tnc ?? null,
  }
}

const NOT_RESERVED = "reservationStatusNotReserved"

/** The reservation, or why the operation cannot touch it. */
const reservationOf = ({
  operation,
  params,
  world,
}: Pick<Call<"reservations.capture">, "params" | "world"> & {
  operation: Operation
}) => changeable(operation, world.reservations.get(params.reservation_uuid))

// No source shows how these amounts are refused: the sentences are made after those that are recorded.

/** The sentence that refuses a share beyond what is left of its line, or on the other side of zero. */
const withinLine = (field: string, amountOre: number, leftOre: number): string[] => [
  ...atLeast(field, amountOre, Math.min(0, leftOre)),
  ...atMost(field, amountOre, Math.max(0, leftOre)),
]

const atLeast = (field: string, amountOre: number, leastOre: number): string[] =>
  amountOre < leastOre ? [`The ${field} must be at least ${kronerText(leastOre)}.`] : []

const atMost = (field: string, amountOre: number, mostOre: number): string[] =>
  amountOre > mostOre ? [`The ${field} must not be greater than ${kronerText(mostOre)}.`] : []

const moreThanNothing = (amountOre: number): string[] =>
  amountOre > 0 ? [] : ["The grand total must be greater than 0.00."]

const sumOf = (sumOre: number, amountOre: number): string[] =>
  sumOre === amountOre ? [] : ["The grand total must be the sum of the products amounts."]
