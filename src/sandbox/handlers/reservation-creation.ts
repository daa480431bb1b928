import { oreOf } from "../money"
import type { SentCustomer, SentLine } from "../state/creation"
import type { Reservation } from "../state/reservation"
import { addReservation, type ReservationDraft } from "../state/reservation-creation"
import { payPage } from "./checkout"
import type { Handler } from "./handler"
import { unixOrNull } from "./orders/creation"
import { done } from "./replies"

const DEFAULT_CHARGE_DAYS = 90

export const submitReservation: Handler<"reservations.submit"> = (call) => {
  const { body, operation, origin, world } = call
  const reservation = addReservation(world, {
    ...draftOf(body),
    paymentMethod: "visa",
    callbackUrl: body.callback?.callbackUrl ?? null,
    redirects: null,
  })
  return done(operation, created(reservation, origin), true)
}

export const createReservationSession: Handler<"reservations.create-session"> = (call) => {
  const { body, operation, origin, world } = call
  const { callbackUrl, ...redirects } = body.callback
  const reservation = addReservation(world, {
    ...draftOf(body),
    paymentMethod: body.submitPayment.via,
    callbackUrl,
    redirects,
  })
  return done(operation, created(reservation, origin), true)
}

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
