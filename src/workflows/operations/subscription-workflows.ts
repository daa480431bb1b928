import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `createSubscriptionWorkflow`. */
export const createSubscriptionWorkflowId = "create-e-invoice-subscription"

/** Carries out the operation `subscriptions.create`, which `prepareEInvoiceOperation` prepared. */
export const createSubscriptionWorkflow = createOperationWorkflow(
  createSubscriptionWorkflowId,
  "subscriptions.create"
)

/** Id of `createSubscriptionSessionWorkflow`. */
export const createSubscriptionSessionWorkflowId = "create-e-invoice-subscription-session"

/** Carries out the operation `subscriptions.create-session`, which `prepareEInvoiceOperation` prepared. */
export const createSubscriptionSessionWorkflow = createOperationWorkflow(
  createSubscriptionSessionWorkflowId,
  "subscriptions.create-session"
)

/** Id of `cancelSubscriptionWorkflow`. */
export const cancelSubscriptionWorkflowId = "cancel-e-invoice-subscription"

/** Carries out the operation `subscriptions.cancel`, which `prepareEInvoiceOperation` prepared. */
export const cancelSubscriptionWorkflow = createOperationWorkflow(
  cancelSubscriptionWorkflowId,
  "subscriptions.cancel"
)

/** Id of `resendSubscriptionWorkflow`. */
export const resendSubscriptionWorkflowId = "resend-e-invoice-subscription"

/** Carries out the operation `subscriptions.resend`, which `prepareEInvoiceOperation` prepared. */
export const resendSubscriptionWorkflow = createOperationWorkflow(
  resendSubscriptionWorkflowId,
  "subscriptions.resend"
)

/** Id of `refundSubscriptionCycleWorkflow`. */
export const refundSubscriptionCycleWorkflowId = "refund-e-invoice-subscription-cycle"

/** Carries out the operation `subscriptions.refund-cycle`, which `prepareEInvoiceOperation` prepared. */
export const refundSubscriptionCycleWorkflow = createOperationWorkflow(
  refundSubscriptionCycleWorkflowId,
  "subscriptions.refund-cycle"
)
