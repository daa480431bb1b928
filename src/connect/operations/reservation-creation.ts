import { z } from "zod"

import { byCancellingReservation } from "../inverse"
import { defineOperation } from "../operation"
import { maybeText, record, requiredText } from "../schemas/answer-values"
import { sessionCallback, statusCallback } from "../schemas/order-body"
import { webAddress } from "../schemas/request-values"
import { reservationBody } from "../schemas/reservation"
import { clientLibrary, docs, payloadInvalid, serverFailure } from "./published"

const refusals = [payloadInvalid, serverFailure]

// The documentation writes product lines as an object with index keys; the service reads lists alike.
export const submitReservation = defineOperation({
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
  success: { status: 201, messageKey: "reservationSubmittedSuccessfully" },
  refusals,
  safety: "once",
  creates: { kind: "reservation", uuid: "reservationUuid", reportsBack: true },
  inverse: byCancellingReservation,
  provenance: "documentation",
  assumed: ["data", "success"],
  sources: [`${docs}/page/submit-reservation`, clientLibrary],
})

export const createReservationSession = defineOperation({
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
      callback: sessionCallback().extend({ callbackUrl: webAddress }),
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
  success: { status: 201, messageKey: "reservationSubmittedSuccessfully" },
  refusals,
  safety: "once",
  creates: { kind: "reservation", uuid: "reservationUuid", reportsBack: true },
  inverse: byCancellingReservation,
  provenance: "documentation",
  assumed: ["data", "success"],
  sources: [`${docs}/page/create-session-for-reservation`, clientLibrary],
})
