import { z } from "zod"

import { byCancellingReservation, nothingUndoes } from "../inverse"
import { lazily } from "../lazily"
import { byId, defineOperation, LONGEST_LIST } from "../operation"
import { listOf, maybeText, nothing, record, requiredText } from "../schemas/answer-values"
import { resendContact } from "../schemas/customer-body"
import { callbackUrl, productShares, sessionCallback, statusCallback } from "../schemas/order"
import { decimal, identifier, text, unixTime } from "../schemas/request-values"
import {
  reservationBody,
  reservationEvent,
  reservationLines,
  reservationParams,
  reservationRecord,
} from "../schemas/reservation"
import {
  exampleCallback,
  exampleIds,
  exampleRedirects,
  exampleReservation,
  exampleShares,
} from "./examples"
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

const creationRefusals = [payloadInvalid, serverFailure]

// The documentation writes product lines as an object with index keys; the service reads lists alike.
const submitReservation = defineOperation({
  id: "reservations.submit",
  area: "reservations",
  title: "Submit reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/submit",
  body: () =>
    z.strictObject({
      ...reservationBody(),
      callback: statusCallback().optional(),
    }),
  data: () =>
    record(
      {
        reservationUuid: requiredText,
        customerUuid: maybeText,
        paymentUrl: maybeText,
      },
      { reservationUuid: "uuid" }
    ),
  success: { status: 201, messageKey: "reservationSubmittedSuccessfully", isData: true },
  refusals: creationRefusals,
  safety: "once",
  creates: { kind: "reservation", uuid: "reservationUuid", reportsBack: true },
  inverse: byCancellingReservation,
  provenance: "documentation",
  assumed: ["data", "success"],
  sources: [`${docs}/page/submit-reservation`, clientLibrary],
  example: () => ({
    request: { body: exampleReservation },
    answer: { reservationUuid: exampleIds.reservation, paymentUrl: "https://pay.example/1" },
  }),
})

const createReservationSession = defineOperation({
  id: "reservations.create-session",
  area: "reservations",
  title: "Create session for reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/create",
  body: () =>
    z.strictObject({
      ...reservationBody(),
      submitPayment: z.strictObject({
        via: z.enum(["visa", "mastercard"]),
      }),
      callback: sessionCallback().extend({ callbackUrl: callbackUrl() }),
    }),
  data: () =>
    record(
      {
        reservationUuid: requiredText,
        customerUuid: maybeText,
        paymentUrl: requiredText,
      },
      { reservationUuid: "uuid" }
    ),
  success: { status: 201, messageKey: "reservationSubmittedSuccessfully", isData: true },
  refusals: creationRefusals,
  safety: "once",
  creates: { kind: "reservation", uuid: "reservationUuid", reportsBack: true },
  inverse: byCancellingReservation,
  provenance: "documentation",
  assumed: ["data", "success"],
  sources: [`${docs}/page/create-session-for-reservation`, clientLibrary],
  example: () => ({
    request: {
      body: {
        ...exampleReservation,
        submitPayment: { via: "visa" },
        callback: { ...exampleCallback, ...exampleRedirects },
      },
    },
    answer: { reservationUuid: exampleIds.reservation, paymentUrl: "https://pay.example/1" },
  }),
})

const getReservationDetails = defineOperation({
  id: "reservations.details",
  area: "reservations",
  title: "Get reservation details by UUID",
  method: "GET",
  path: "/api/v1/connect/reservations/details/{reservation_uuid}",
  params: reservationParams,
  data: reservationRecord,
  success: { status: 200, messageKey: "reservationRetrievedSuccessfully", isData: true },
  refusals: [reservationNotFound, serverFailure],
  safety: "read",
  shows: "reservation",
  provenance: "documentation",
  sources: [`${docs}/page/get-reservation-details-by-uuid`, clientLibrary],
  example: () => ({
    request: { params: { reservation_uuid: exampleIds.reservation } },
    answer: {
      reservationUuid: exampleIds.reservation,
      status: "CAPTURED",
      isPaid: 1,
      productList: { 0: { id: "7", reserved: "100", captured: "40.50" } },
      paymentDetails: {
        reservedAmount: "100.00",
        amountRefunded: { fromCaptured: "0.00", fromCharge: 0 },
      },
    },
  }),
})

const getReservationHistory = defineOperation({
  id: "reservations.history",
  area: "reservations",
  title: "Get reservation history",
  method: "GET",
  path: "/api/v1/connect/reservations/history/{start_timestamp?}/{end_timestamp?}",
  params: () =>
    z
      .strictObject({
        start_timestamp: unixTime.optional(),
        end_timestamp: unixTime.optional(),
      })
      .refine(
        (range) =>
          range.end_timestamp === undefined ||
          (range.start_timestamp ?? Infinity) <= range.end_timestamp,
        {
          path: ["end_timestamp"],
          message: "must come with a start_timestamp that is not after it",
        }
      ),
  data: () => listOf(reservationEvent()),
  success: { status: 200, messageKey: "reservationRetrievedSuccessfully", isData: true },
  refusals: [serverFailure],
  safety: "read",
  maxAnswerBytes: LONGEST_LIST,
  provenance: "documentation",
  sources: [`${docs}/page/get-reservation-history`, clientLibrary],
  example: () => ({
    request: { params: { start_timestamp: 1755764131 } },
    answer: [{ uuid: "RES1", amount: "100.00", isRefundable: "1" }],
  }),
})

const movedMoney = lazily(() => record({ uuid: requiredText }))

// No source names the refusal of capture, charge and cancel by status; the keys are made after their siblings.
const captureReservation = defineOperation({
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
  success: { status: 202, messageKey: "reservationCapturedSuccessfully", isData: true },
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
  example: () => ({
    request: { params: { reservation_uuid: exampleIds.reservation }, body: exampleShares },
    answer: { uuid: "CAP123" },
  }),
})

const chargeReservation = defineOperation({
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
  success: { status: 202, messageKey: "reservationChargedSuccessfully", isData: true },
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
  example: () => ({
    request: {
      params: { reservation_uuid: exampleIds.reservation },
      body: { products: exampleReservation.products, grandTotal: 500 },
    },
    answer: { uuid: "CHA1234567890" },
  }),
})

// The page prints GET and asks for a JSON body: POST, as the client library has it, is the sensible reading.
// The specification's rule says both "while the amount is still reserved" and "before any part of it is captured or
// charged", and its purpose is to void what is not yet captured or charged. A reservation that the payer has yet to confirm
// (SENT) meets the second, and no other operation withdraws it: it may be asked for, and the service has the last word.
const cancelReservation = defineOperation({
  id: "reservations.cancel",
  area: "reservations",
  title: "Cancel reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/cancel/{reservation_uuid}",
  params: reservationParams,
  body: () => z.strictObject({ note: text }),
  data: nothing,
  success: { status: 202, messageKey: "cancelledOrderSuccessfully", isData: false },
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
  example: () => ({
    request: { params: { reservation_uuid: exampleIds.reservation }, body: { note: "No show" } },
    answer: null,
  }),
})

const completeReservation = defineOperation({
  id: "reservations.complete",
  area: "reservations",
  title: "Complete reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/complete/{reservation_uuid}",
  params: reservationParams,
  body: () => z.strictObject({ note: text }),
  data: nothing,
  success: { status: 202, messageKey: "reservationCompletedSuccessfully", isData: false },
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
  example: () => ({
    request: { params: { reservation_uuid: exampleIds.reservation }, body: { note: "Delivered" } },
    answer: null,
  }),
})

const resendReservation = defineOperation({
  id: "reservations.resend",
  area: "reservations",
  title: "Resend reservation",
  method: "POST",
  path: "/api/v1/connect/reservations/resend/{reservation_uuid}",
  params: reservationParams,
  body: resendContact,
  data: nothing,
  success: { status: 202, messageKey: "resentOrderSuccessfully", isData: true },
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
  example: () => ({
    request: {
      params: { reservation_uuid: exampleIds.reservation },
      body: { email: "kari@example.com" },
    },
    answer: null,
  }),
})

const refundReservation = defineOperation({
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
  success: { status: 202, messageKey: "orderRefundedSuccessfully", isData: true },
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
  example: () => ({
    request: {
      params: { reservation_uuid: exampleIds.reservation },
      body: { ...exampleShares, type: "reservation", source: "captured", reference: "CAP123" },
    },
    answer: null,
  }),
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
