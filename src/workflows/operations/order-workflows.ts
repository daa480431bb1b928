import { createOperationWorkflow } from "./create-operation-workflow"

export const createEInvoiceOrderWorkflowId = "create-e-invoice-order"

/** Carries out the operation `orders.create-e-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createEInvoiceOrderWorkflow = createOperationWorkflow(
  createEInvoiceOrderWorkflowId,
  "orders.create-e-invoice"
)

export const createPaymentLinkWorkflowId = "create-e-invoice-payment-link"

/** Carries out the operation `orders.create-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const createPaymentLinkWorkflow = createOperationWorkflow(
  createPaymentLinkWorkflowId,
  "orders.create-payment-link"
)

export const updatePaymentLinkWorkflowId = "update-e-invoice-payment-link"

/** Carries out the operation `orders.update-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const updatePaymentLinkWorkflow = createOperationWorkflow(
  updatePaymentLinkWorkflowId,
  "orders.update-payment-link"
)

export const resendPaymentLinkWorkflowId = "resend-e-invoice-payment-link"

/** Carries out the operation `orders.resend-payment-link`, which `prepareEInvoiceOperation` prepared. */
export const resendPaymentLinkWorkflow = createOperationWorkflow(
  resendPaymentLinkWorkflowId,
  "orders.resend-payment-link"
)

export const createInvoiceWorkflowId = "create-e-invoice-invoice"

/** Carries out the operation `orders.create-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createInvoiceWorkflow = createOperationWorkflow(
  createInvoiceWorkflowId,
  "orders.create-invoice"
)

export const createEhfInvoiceWorkflowId = "create-e-invoice-ehf-invoice"

/** Carries out the operation `orders.create-ehf-invoice`, which `prepareEInvoiceOperation` prepared. */
export const createEhfInvoiceWorkflow = createOperationWorkflow(
  createEhfInvoiceWorkflowId,
  "orders.create-ehf-invoice"
)

export const cancelServiceOrderWorkflowId = "cancel-e-invoice-service-order"

/** Carries out the operation `orders.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelServiceOrderWorkflow = createOperationWorkflow(
  cancelServiceOrderWorkflowId,
  "orders.cancel"
)

export const refundServiceOrderWorkflowId = "refund-e-invoice-service-order"

/** Carries out the operation `orders.refund`, which `prepareEInvoiceOperation` prepared. */
export const refundServiceOrderWorkflow = createOperationWorkflow(
  refundServiceOrderWorkflowId,
  "orders.refund"
)

export const chargeDelayedOrderWorkflowId = "charge-delayed-e-invoice-order"

/** Carries out the operation `orders.delayed-charge`, which `prepareEInvoiceOperation` prepared. */
export const chargeDelayedOrderWorkflow = createOperationWorkflow(
  chargeDelayedOrderWorkflowId,
  "orders.delayed-charge"
)
