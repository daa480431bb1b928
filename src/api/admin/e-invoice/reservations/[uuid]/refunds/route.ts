import { prepareReservationRefund } from "../../../../../../workflows/operations/reservations"
import { performOnReservation } from "../../../perform-operation"
import type { AdminRefundReservation } from "../../../reservations"

/** Refunds from one capture or charge; its lines are the server's. Answers as the operation itself does. */
export const POST = performOnReservation<AdminRefundReservation>(prepareReservationRefund)
