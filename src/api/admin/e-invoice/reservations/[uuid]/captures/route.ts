import { prepareReservationCapture } from "../../../../../../workflows/operations/prepare-reservation-change"
import { carryOutOnReservation } from "../../../carry-out"
import type { AdminCaptureReservation } from "../../../reservation-validators"

/** Captures so much of each line; the total is the server's. Answers as the operation itself does. */
export const POST = carryOutOnReservation<AdminCaptureReservation>(prepareReservationCapture)
