import { prepareRawCapture } from "../../../../../../workflows/operations/prepare-reservation-change"
import { captureReservationWorkflow } from "../../../../../../workflows/operations/reservation-workflows"
import { changingRoute } from "../../../changing-route"

export const POST = changingRoute(
  "reservations.capture",
  captureReservationWorkflow,
  prepareRawCapture
)
