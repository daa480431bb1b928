import { createOperationWorkflow } from "./create-operation-workflow"

export const createSubscriptionWorkflowId = "create-e-invoice-subscription"

/** Carries out the operation `subscriptions.create`, which `prepareEInvoiceOperation` prepared. */
export const createSubscriptionWorkflow = createOperationWorkflow(
  createSubscriptionWorkflowId,
  "subscriptions.create"
)

export const createSubscriptionSessionWorkflowId =
  "create-e-invoice-subscription-session"

/** Carries out the operation `subscriptions.create-session`, which `prepareEInvoiceOperation` prepared. */
export const createSubscriptionSessionWorkflow = createOperationWorkflow(
  createSubscriptionSessionWorkflowId,
  "subscriptions.create-session"
)

export const cancelSubscriptionWorkflowId = "cancel-e-invoice-subscription"

/** Carries out the operation `subscriptions.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelSubscriptionWorkflow = createOperationWorkflow(
  cancelSubscriptionWorkflowId,
  "subscriptions.cancel"
)

export const resendSubscriptionWorkflowId = "resend-e-invoice-subscription"

/** Carries out the operation `subscriptions.resend`, which `prepareEInvoiceOperation` prepared. */
export const resendSubscriptionWorkflow = createOperationWorkflow(
  resendSubscriptionWorkflowId,
  "subscriptions.resend"
)

export const refundSubscriptionCycleWorkflowId =
  "refund-e-invoice-subscription-cycle"

/** Carries out the operation `subscriptions.refund-cycle`, which `prepareEInvoiceOperation` prepared. */
export const refundSubscriptionCycleWorkflow = createOperationWorkflow(
  refundSubscriptionCycleWorkflowId,
  "subscriptions.refund-cycle"
)
