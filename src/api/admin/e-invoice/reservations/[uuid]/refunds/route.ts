import { prepareReservationRefund } from "../../../../../../workflows/operations/prepare-reservation-change"
import { carryOutOnReservation } from "../../../carry-out"
import type { AdminRefundReservation } from "../../../reservation-validators"

/** Refunds from one capture or charge; its lines are the server's. Answers as the operation itself does. */
export const POST = carryOutOnReservation<AdminRefundReservation>(prepareReservationRefund)
