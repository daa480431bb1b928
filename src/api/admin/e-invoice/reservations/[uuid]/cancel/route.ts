import { cancelReservationWorkflow } from "../../../../../../workflows/operations/reservation-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute("reservations.cancel", cancelReservationWorkflow)
