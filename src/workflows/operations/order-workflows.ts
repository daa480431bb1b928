import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `createEInvoiceOrderWorkflow`. */
export const createEInvoiceOrderWorkflowId = "create-e-invoice-order"

/** Carries out the operation `orders.create-e-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createEInvoiceOrderWorkflow = createOperationWorkflow(
  createEInvoiceOrderWorkflowId,
  "orders.create-e-invoice"
)

/** Id of `createPaymentLinkWorkflow`. */
export const createPaymentLinkWorkflowId = "create-e-invoice-payment-link"

/** Carries out the operation `orders.create-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const createPaymentLinkWorkflow = createOperationWorkflow(
  createPaymentLinkWorkflowId,
  "orders.create-payment-link"
)

/** Id of `updatePaymentLinkWorkflow`. */
export const updatePaymentLinkWorkflowId = "update-e-invoice-payment-link"

/** Carries out the operation `orders.update-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const updatePaymentLinkWorkflow = createOperationWorkflow(
  updatePaymentLinkWorkflowId,
  "orders.update-payment-link"
)

/** Id of `resendPaymentLinkWorkflow`. */
export const resendPaymentLinkWorkflowId = "resend-e-invoice-payment-link"

/** Carries out the operation `orders.resend-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const resendPaymentLinkWorkflow = createOperationWorkflow(
  resendPaymentLinkWorkflowId,
  "orders.resend-payment-link"
)

/** Id of `createInvoiceWorkflow`. */
export const createInvoiceWorkflowId = "create-e-invoice-invoice"

/** Carries out the operation `orders.create-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createInvoiceWorkflow = createOperationWorkflow(
  createInvoiceWorkflowId,
  "orders.create-invoice"
)

/** Id of `createEhfInvoiceWorkflow`. */
export const createEhfInvoiceWorkflowId = "create-e-invoice-ehf-invoice"

/** Carries out the operation `orders.create-ehf-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createEhfInvoiceWorkflow = createOperationWorkflow(
  createEhfInvoiceWorkflowId,
  "orders.create-ehf-invoice"
)

/** Id of `cancelServiceOrderWorkflow`. */
export const cancelServiceOrderWorkflowId = "cancel-e-invoice-service-order"

/** Carries out the operation `orders.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelServiceOrderWorkflow = createOperationWorkflow(
  cancelServiceOrderWorkflowId,
  "orders.cancel"
)

/** Id of `refundServiceOrderWorkflow`. */
export const refundServiceOrderWorkflowId = "refund-e-invoice-service-order"

/** Carries out the operation `orders.refund`, which `prepareEInvoiceOperation` prepared. */
export const refundServiceOrderWorkflow = createOperationWorkflow(
  refundServiceOrderWorkflowId,
  "orders.refund"
)

/** Id of `chargeDelayedOrderWorkflow`. */
export const chargeDelayedOrderWorkflowId = "charge-delayed-e-invoice-order"

/** Carries out the operation `orders.delayed-charge`, which `prepareEInvoiceOperation` prepared. */
export const chargeDelayedOrderWorkflow = createOperationWorkflow(
  chargeDelayedOrderWorkflowId,
  "orders.delayed-charge"
)
