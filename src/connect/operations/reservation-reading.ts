import { z } from "zod"

import { defineOperation } from "../operation"
import { listOf } from "../schemas/answer-values"
import { unixTime } from "../schemas/request-values"
import { reservationEvent, reservationParams, reservationRecord } from "../schemas/reservation"
import { LONGEST_LIST } from "./longest-list"
import { clientLibrary, docs, reservationNotFound, serverFailure } from "./published"

export const getReservationDetails = defineOperation({
  id: "reservations.details",
  area: "reservations",
  title: "Get reservation details by UUID",
  method: "GET",
  path: "/api/v1/connect/reservations/details/{reservation_uuid}",
  params: reservationParams,
  data: reservationRecord,
  success: { status: 200, messageKey: "reservationRetrievedSuccessfully" },
  refusals: [reservationNotFound, serverFailure],
  safety: "read",
  shows: "reservation",
  provenance: "documentation",
  sources: [`${docs}/page/get-reservation-details-by-uuid`, clientLibrary],
})

export const getReservationHistory = defineOperation({
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
  success: { status: 200, messageKey: "reservationRetrievedSuccessfully" },
  refusals: [serverFailure],
  safety: "read",
  maxAnswerBytes: LONGEST_LIST,
  provenance: "documentation",
  sources: [`${docs}/page/get-reservation-history`, clientLibrary],
})
