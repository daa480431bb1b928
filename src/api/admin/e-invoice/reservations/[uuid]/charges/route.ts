import { prepareReservationCharge } from "../../../../../../workflows/operations/prepare-reservation-change"
import { carryOutOnReservation } from "../../../carry-out"
import type { AdminChargeReservation } from "../../../reservation-validators"

/** Charges the card beyond what was reserved; the total is the server's. Answers as the operation itself does. */
export const POST = carryOutOnReservation<AdminChargeReservation>(prepareReservationCharge)
