import { prepareReservationCapture } from "../../../../../../workflows/operations/reservations"
import { performOnReservation } from "../../../perform-operation"
import type { AdminCaptureReservation } from "../../../reservations"

/** Captures so much of each line; the total is the server's. Answers as the operation itself does. */
export const POST = performOnReservation<AdminCaptureReservation>(prepareReservationCapture)
