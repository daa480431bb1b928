import { prepareReservationCharge } from "../../../../../../workflows/operations/reservations"
import { performOnReservation } from "../../../perform-operation"
import type { AdminChargeReservation } from "../../../reservations"

/** Charges the card beyond what was reserved; the total is the server's. Answers as the operation itself does. */
export const POST = performOnReservation<AdminChargeReservation>(prepareReservationCharge)
