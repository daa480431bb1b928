import { createOperationWorkflow } from "./create-operation-workflow"

export const submitReservationWorkflowId = "submit-e-invoice-reservation"

/** Carries out the operation `reservations.submit`, which `prepareEInvoiceOperation` prepared. */
export const submitReservationWorkflow = createOperationWorkflow(
  submitReservationWorkflowId,
  "reservations.submit"
)

export const createReservationSessionWorkflowId =
  "create-e-invoice-reservation-session"

/** Carries out the operation `reservations.create-session`, which `prepareEInvoiceOperation` prepared. */
export const createReservationSessionWorkflow = createOperationWorkflow(
  createReservationSessionWorkflowId,
  "reservations.create-session"
)

export const captureReservationWorkflowId = "capture-e-invoice-reservation"

/** Carries out the operation `reservations.capture`, which `prepareEInvoiceOperation` prepared. */
export const captureReservationWorkflow = createOperationWorkflow(
  captureReservationWorkflowId,
  "reservations.capture"
)

export const chargeReservationWorkflowId = "charge-e-invoice-reservation"

/** Carries out the operation `reservations.charge`, which `prepareEInvoiceOperation` prepared. */
export const chargeReservationWorkflow = createOperationWorkflow(
  chargeReservationWorkflowId,
  "reservations.charge"
)

export const cancelReservationWorkflowId = "cancel-e-invoice-reservation"

/** Carries out the operation `reservations.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelReservationWorkflow = createOperationWorkflow(
  cancelReservationWorkflowId,
  "reservations.cancel"
)

export const completeReservationWorkflowId = "complete-e-invoice-reservation"

/** Carries out the operation `reservations.complete`, which `prepareEInvoiceOperation` prepared. */
export const completeReservationWorkflow = createOperationWorkflow(
  completeReservationWorkflowId,
  "reservations.complete"
)

export const resendReservationWorkflowId = "resend-e-invoice-reservation"

/** Carries out the operation `reservations.resend`, which `prepareEInvoiceOperation` prepared. */
export const resendReservationWorkflow = createOperationWorkflow(
  resendReservationWorkflowId,
  "reservations.resend"
)

export const refundReservationWorkflowId = "refund-e-invoice-reservation"

/** Carries out the operation `reservations.refund`, which `prepareEInvoiceOperation` prepared. */
export const refundReservationWorkflow = createOperationWorkflow(
  refundReservationWorkflowId,
  "reservations.refund"
)
