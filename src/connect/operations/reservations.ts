import { z } from "zod"

import { nothingUndoes } from "../inverse"
import { lazily } from "../lazily"
import { byId, defineOperation } from "../operation"
import { nothing, record, requiredText } from "../schemas/answer-values"
import { resendContact } from "../schemas/customer-body"
import { productShares } from "../schemas/order-body"
import { decimal, identifier, text } from "../schemas/request-values"
import { reservationLines, reservationParams } from "../schemas/reservation"
import {
  clientLibrary,
  docs,
  orderNotFound,
  payloadInvalid,
  refundRefusal,
  refundRefusals,
  reservationNotFound,
  serverFailure,
} from "./published"
import { getReservationDetails, getReservationHistory } from "./reservation-reading"
import { createReservationSession, submitReservation } from "./reservation-creation"

const movedMoney = lazily(() => record({ uuid: requiredText }))

// No source names the refusal of capture, charge and cancel by status; the keys are made after their siblings.
export const captureReservation = defineOperation({
  id: "reservations.capture",
  area: "reservations",
  title: "Capture reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/capture/{reservation_uuid}",
  params: reservationParams,
  body: () =>
    z.strictObject({
      products: productShares(),
      grandTotal: decimal,
      additionalText: z.string().optional(),
    }),
  data: movedMoney,
  success: { status: 202, messageKey: "reservationCapturedSuccessfully" },
  refusals: [
    { status: 400, messageKey: "reservationStatusNotReserved" },
    reservationNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [
    {
      record: "reservation",
      allowed: ["RESERVED", "CAPTURED", "CHARGED"],
      messageKey: "reservationStatusNotReserved",
    },
  ],
  safety: "once",
  movesMoney: true,
  inverse: nothingUndoes.moneyTaken,
  provenance: "documentation",
  assumed: ["preconditions"],
  sources: [`${docs}/page/capture-reservation`, clientLibrary],
})

export const chargeReservation = defineOperation({
  id: "reservations.charge",
  area: "reservations",
  title: "Charge reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/charge/{reservation_uuid}",
  params: reservationParams,
  body: () =>
    z.strictObject({
      products: reservationLines(),
      grandTotal: decimal,
      additionalText: z.string().optional(),
    }),
  data: movedMoney,
  success: { status: 202, messageKey: "reservationChargedSuccessfully" },
  refusals: [
    { status: 400, messageKey: "reservationStatusNotReserved" },
    reservationNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [
    {
      record: "reservation",
      allowed: ["RESERVED", "CAPTURED", "CHARGED"],
      messageKey: "reservationStatusNotReserved",
    },
  ],
  safety: "once",
  movesMoney: true,
  inverse: nothingUndoes.moneyTaken,
  provenance: "documentation",
  assumed: ["preconditions"],
  sources: [`${docs}/page/charge-reservation`, clientLibrary],
})

// The page prints GET and asks for a JSON body: POST, as the client library has it, is the sensible reading.
// The specification's rule says both "while the amount is still reserved" and "before any part of it is captured or
// charged", and its purpose is to void what is not yet captured or charged. A reservation that the payer has yet to confirm
// (SENT) meets the second, and no other operation withdraws it: it may be asked for, and the service has the last word.
export const cancelReservation = defineOperation({
  id: "reservations.cancel",
  area: "reservations",
  title: "Cancel reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/cancel/{reservation_uuid}",
  params: reservationParams,
  body: () => z.strictObject({ note: text }),
  data: nothing,
  success: { status: 202, messageKey: "cancelledOrderSuccessfully" },
  refusals: [
    { status: 400, messageKey: "reservationStatusNotReserved" },
    orderNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [
    {
      record: "reservation",
      allowed: ["SENT", "RESERVED"],
      messageKey: "reservationStatusNotReserved",
    },
  ],
  safety: "idempotent",
  permission: "cancel",
  inverse: nothingUndoes.final,
  provenance: "documentation",
  assumed: ["method", "preconditions"],
  sources: [`${docs}/page/cancel-reservation-azk`, clientLibrary],
  alternatives: [{ method: "GET", source: `${docs}/page/cancel-reservation-azk` }],
})

export const completeReservation = defineOperation({
  id: "reservations.complete",
  area: "reservations",
  title: "Complete reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/complete/{reservation_uuid}",
  params: reservationParams,
  body: () => z.strictObject({ note: text }),
  data: nothing,
  success: { status: 202, messageKey: "reservationCompletedSuccessfully" },
  refusals: [
    { status: 400, messageKey: "prerequisiteFailedToCompleteReservation" },
    reservationNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [
    {
      record: "reservation",
      allowed: ["CAPTURED", "CHARGED"],
      messageKey: "prerequisiteFailedToCompleteReservation",
    },
  ],
  safety: "idempotent",
  inverse: nothingUndoes.final,
  provenance: "documentation",
  sources: [`${docs}/page/complete-reservation`, clientLibrary],
})

export const resendReservation = defineOperation({
  id: "reservations.resend",
  area: "reservations",
  title: "Resend reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/resend/{reservation_uuid}",
  params: reservationParams,
  body: resendContact,
  data: nothing,
  success: { status: 202, messageKey: "resentOrderSuccessfully" },
  refusals: [
    { status: 400, messageKey: "orderStatusAlreadyCompleted" },
    { status: 400, messageKey: "orderStatusAlreadyCancelled" },
    orderNotFound,
    payloadInvalid,
    serverFailure,
  ],
  preconditions: [
    {
      record: "reservation",
      refused: {
        COMPLETED: "orderStatusAlreadyCompleted",
        CANCELLED: "orderStatusAlreadyCancelled",
      },
    },
  ],
  safety: "once",
  inverse: nothingUndoes.messageOut,
  provenance: "documentation",
  assumed: ["preconditions"],
  sources: [`${docs}/page/resend-reservation`, clientLibrary],
})

export const refundReservation = defineOperation({
  id: "reservations.refund",
  area: "reservations",
  title: "Refund reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/refund/{reservation_uuid}",
  params: reservationParams,
  body: () =>
    z.strictObject({
      type: z.literal("reservation"),
      grandTotal: decimal,
      products: productShares(),
      source: z.enum(["captured", "charged"]),
      reference: identifier,
    }),
  data: nothing,
  success: { status: 202, messageKey: "orderRefundedSuccessfully" },
  refusals: [...refundRefusals, orderNotFound, payloadInvalid, serverFailure],
  preconditions: [
    {
      record: "reservation",
      refused: { CANCELLED: `${refundRefusal}ParamCancelled` },
    },
  ],
  safety: "once",
  movesMoney: true,
  permission: "refund",
  inverse: nothingUndoes.moneyBack,
  provenance: "documentation",
  sources: [`${docs}/page/refund-reservation`, clientLibrary],
})

/** Reservation management, by operation id. */
export const reservationOperations = byId(
  submitReservation,
  createReservationSession,
  getReservationDetails,
  captureReservation,
  chargeReservation,
  cancelReservation,
  completeReservation,
  resendReservation,
  refundReservation,
  getReservationHistory
)
