import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `createCheckoutSessionWorkflow`. */
export const createCheckoutSessionWorkflowId = "create-e-invoice-checkout-session"

/** Carries out the operation `checkout.create-session`, which `prepareEInvoiceOperation` prepared. */
export const createCheckoutSessionWorkflow = createOperationWorkflow(
  createCheckoutSessionWorkflowId,
  "checkout.create-session"
)

/** Id of `createInvoiceSessionWorkflow`. */
export const createInvoiceSessionWorkflowId = "create-e-invoice-invoice-session"

/** Carries out the operation `checkout.create-invoice-session`, which `prepareEInvoiceOperation` prepared. */
export const createInvoiceSessionWorkflow = createOperationWorkflow(
  createInvoiceSessionWorkflowId,
  "checkout.create-invoice-session"
)

/** Id of `createHostedCheckoutWorkflow`. */
export const createHostedCheckoutWorkflowId = "create-e-invoice-hosted-checkout"

/** Carries out the operation `checkout.create-hosted`, which `prepareEInvoiceOperation` prepared. */
export const createHostedCheckoutWorkflow = createOperationWorkflow(
  createHostedCheckoutWorkflowId,
  "checkout.create-hosted"
)
