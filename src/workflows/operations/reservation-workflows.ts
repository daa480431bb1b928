import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `submitReservationWorkflow`. */
export const submitReservationWorkflowId = "submit-e-invoice-reservation"

/** Carries out the operation `reservations.submit`, which `prepareEInvoiceOperation` prepared. */
export const submitReservationWorkflow = createOperationWorkflow(
  submitReservationWorkflowId,
  "reservations.submit"
)

/** Id of `createReservationSessionWorkflow`. */
export const createReservationSessionWorkflowId = "create-e-invoice-reservation-session"

/** Carries out the operation `reservations.create-session`, which `prepareEInvoiceOperation` prepared. */
export const createReservationSessionWorkflow = createOperationWorkflow(
  createReservationSessionWorkflowId,
  "reservations.create-session"
)

/** Id of `captureReservationWorkflow`. */
export const captureReservationWorkflowId = "capture-e-invoice-reservation"

/** Carries out the operation `reservations.capture`, which `prepareEInvoiceOperation` prepared. */
export const captureReservationWorkflow = createOperationWorkflow(
  captureReservationWorkflowId,
  "reservations.capture"
)

/** Id of `chargeReservationWorkflow`. */
export const chargeReservationWorkflowId = "charge-e-invoice-reservation"

/** Carries out the operation `reservations.charge`, which `prepareEInvoiceOperation` prepared. */
export const chargeReservationWorkflow = createOperationWorkflow(
  chargeReservationWorkflowId,
  "reservations.charge"
)

/** Id of `cancelReservationWorkflow`. */
export const cancelReservationWorkflowId = "cancel-e-invoice-reservation"

/** Carries out the operation `reservations.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelReservationWorkflow = createOperationWorkflow(
  cancelReservationWorkflowId,
  "reservations.cancel"
)

/** Id of `completeReservationWorkflow`. */
export const completeReservationWorkflowId = "complete-e-invoice-reservation"

/** Carries out the operation `reservations.complete`, which `prepareEInvoiceOperation` prepared. */
export const completeReservationWorkflow = createOperationWorkflow(
  completeReservationWorkflowId,
  "reservations.complete"
)

/** Id of `resendReservationWorkflow`. */
export const resendReservationWorkflowId = "resend-e-invoice-reservation"

/** Carries out the operation `reservations.resend`, which `prepareEInvoiceOperation` prepared. */
export const resendReservationWorkflow = createOperationWorkflow(
  resendReservationWorkflowId,
  "reservations.resend"
)

/** Id of `refundReservationWorkflow`. */
export const refundReservationWorkflowId = "refund-e-invoice-reservation"

/** Carries out the operation `reservations.refund`, which `prepareEInvoiceOperation` prepared. */
export const refundReservationWorkflow = createOperationWorkflow(
  refundReservationWorkflowId,
  "reservations.refund"
)
