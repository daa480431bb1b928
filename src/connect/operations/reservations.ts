import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations, LONGEST_LIST } from "../operation"
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
  byCancellingReservation,
  clientLibrary,
  docs,
  linkIsOver,
  nothingUndoes,
  orderNotFound,
  payloadInvalid,
  refundRefusal,
  refundRefusals,
  reservationNotFound,
  serverFailure,
} from "./facts"

const createsReservation = {
  success: { status: 201, messageKey: "reservationSubmittedSuccessfully", isData: true },
  refusals: [payloadInvalid, serverFailure],
  safety: "once",
  creates: { kind: "reservation", uuid: "reservationUuid", reportsBack: true },
  inverse: byCancellingReservation,
  provenance: "documentation",
  assumed: ["data", "success"],
} as const

const created = lazily(() => ({
  reservationUuid: requiredText,
  customerUuid: maybeText,
  paymentUrl: maybeText,
}))

/** What moves reserved money. No source names its refusal by status: the key is made after its siblings. */
const movesReserved = {
  params: reservationParams,
  data: lazily(() => record({ uuid: requiredText })),
  refusals: [reservationNotFound, payloadInvalid, serverFailure],
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
} as const

/** Reservation management, by operation id. */
export const reservationOperations = defineOperations({
  // The documentation writes product lines as an object with index keys; the service reads lists alike.
  "reservations.submit": {
    title: "Submit reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/submit",
    body: () =>
      z.strictObject({
        ...reservationBody(),
        callback: statusCallback().optional(),
      }),
    ...createsReservation,
    data: () => record(created(), { reservationUuid: "uuid" }),
    sources: [`${docs}/page/submit-reservation`, clientLibrary],
    example: () => ({
      request: { body: exampleReservation },
      answer: { reservationUuid: exampleIds.reservation, paymentUrl: "https://pay.example/1" },
    }),
  },

  "reservations.create-session": {
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
    ...createsReservation,
    data: () => record({ ...created(), paymentUrl: requiredText }, { reservationUuid: "uuid" }),
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
  },

  "reservations.details": {
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
      given: "reservation CAPTURED",
      request: { params: { reservation_uuid: exampleIds.reservation } },
      reads: {
        reservationUuid: exampleIds.reservation,
        status: "CAPTURED",
        isPaid: true,
        productList: [{ id: exampleIds.line, reserved: 100, captured: 40.5 }],
        paymentDetails: { reservedAmount: 100, amountRefunded: { fromCaptured: 0, fromCharge: 0 } },
      },
      answer: {
        reservationUuid: exampleIds.reservation,
        status: "CAPTURED",
        isPaid: 1,
        productList: { 0: { id: String(exampleIds.line), reserved: "100", captured: "40.50" } },
        paymentDetails: {
          reservedAmount: "100.00",
          amountRefunded: { fromCaptured: "0.00", fromCharge: 0 },
        },
      },
    }),
  },

  "reservations.capture": {
    title: "Capture reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/capture/{reservation_uuid}",
    ...movesReserved,
    body: () =>
      z.strictObject({
        products: productShares(),
        grandTotal: decimal,
        additionalText: z.string().optional(),
      }),
    success: { status: 202, messageKey: "reservationCapturedSuccessfully", isData: true },
    sources: [`${docs}/page/capture-reservation`, clientLibrary],
    example: () => ({
      given: "reservation RESERVED",
      request: { params: { reservation_uuid: exampleIds.reservation }, body: exampleShares },
      answer: { uuid: exampleIds.capture },
    }),
  },

  "reservations.charge": {
    title: "Charge reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/charge/{reservation_uuid}",
    ...movesReserved,
    body: () =>
      z.strictObject({
        products: reservationLines(),
        grandTotal: decimal,
        additionalText: z.string().optional(),
      }),
    success: { status: 202, messageKey: "reservationChargedSuccessfully", isData: true },
    sources: [`${docs}/page/charge-reservation`, clientLibrary],
    example: () => ({
      given: "reservation RESERVED",
      request: {
        params: { reservation_uuid: exampleIds.reservation },
        body: { products: exampleReservation.products, grandTotal: 500 },
      },
      answer: { uuid: "CHA1234567890" },
    }),
  },

  // The page prints GET and asks for a JSON body: POST, as the client library has it, is the sensible reading.
  // The specification's rule says both "while the amount is still reserved" and "before any part of it is captured or
  // charged", and its purpose is to void what is not yet captured or charged. A reservation that the payer has yet to confirm
  // (SENT) meets the second, and no other operation withdraws it: it may be asked for, and the service has the last word.
  "reservations.cancel": {
    title: "Cancel reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/cancel/{reservation_uuid}",
    params: reservationParams,
    body: () => z.strictObject({ note: text }),
    data: nothing,
    success: { status: 202, messageKey: "cancelledOrderSuccessfully", isData: false },
    refusals: [orderNotFound, payloadInvalid, serverFailure],
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
      given: "reservation RESERVED",
      request: { params: { reservation_uuid: exampleIds.reservation }, body: { note: "No show" } },
      answer: null,
    }),
  },

  "reservations.complete": {
    title: "Complete reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/complete/{reservation_uuid}",
    params: reservationParams,
    body: () => z.strictObject({ note: text }),
    data: nothing,
    success: { status: 202, messageKey: "reservationCompletedSuccessfully", isData: false },
    refusals: [reservationNotFound, payloadInvalid, serverFailure],
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
      given: "reservation CAPTURED",
      request: {
        params: { reservation_uuid: exampleIds.reservation },
        body: { note: "Delivered" },
      },
      answer: null,
    }),
  },

  "reservations.resend": {
    title: "Resend reservation",
    method: "POST",
    path: "/api/v1/connect/reservations/resend/{reservation_uuid}",
    params: reservationParams,
    body: resendContact,
    data: nothing,
    success: { status: 202, messageKey: "resentOrderSuccessfully", isData: true },
    refusals: [orderNotFound, payloadInvalid, serverFailure],
    preconditions: [{ record: "reservation", refused: linkIsOver }],
    safety: "once",
    inverse: nothingUndoes.messageOut,
    provenance: "documentation",
    assumed: ["preconditions"],
    sources: [`${docs}/page/resend-reservation`, clientLibrary],
    example: () => ({
      given: "reservation SENT",
      request: {
        params: { reservation_uuid: exampleIds.reservation },
        body: { email: "kari@example.com" },
      },
      answer: null,
    }),
  },

  "reservations.refund": {
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
      given: "reservation CAPTURED",
      request: {
        params: { reservation_uuid: exampleIds.reservation },
        body: {
          ...exampleShares,
          type: "reservation",
          source: "captured",
          reference: exampleIds.capture,
        },
      },
      answer: null,
    }),
  },

  "reservations.history": {
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
      given: "reservation CAPTURED",
      request: { params: { start_timestamp: 1755764131 } },
      answer: [{ uuid: exampleIds.reservation, amount: "100.00", isRefundable: "1" }],
      reads: [{ uuid: exampleIds.reservation, amount: 100, isRefundable: true }],
    }),
  },
})
