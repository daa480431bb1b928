import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `requestRefundApprovalWorkflow`. */
export const requestRefundApprovalWorkflowId = "request-e-invoice-refund-approval"

/** Carries out the operation `refunds.request-approval`, which `prepareEInvoiceOperation` prepared. */
export const requestRefundApprovalWorkflow = createOperationWorkflow(
  requestRefundApprovalWorkflowId,
  "refunds.request-approval"
)

/** Id of `checkPrivateCreditWorkflow`. */
export const checkPrivateCreditWorkflowId = "check-private-e-invoice-credit"

/** Carries out the operation `credit-checks.private`, which `prepareEInvoiceOperation` prepared. */
export const checkPrivateCreditWorkflow = createOperationWorkflow(
  checkPrivateCreditWorkflowId,
  "credit-checks.private"
)

/** Id of `checkCorporateCreditWorkflow`. */
export const checkCorporateCreditWorkflowId = "check-corporate-e-invoice-credit"

/** Carries out the operation `credit-checks.corporate`, which `prepareEInvoiceOperation` prepared. */
export const checkCorporateCreditWorkflow = createOperationWorkflow(
  checkCorporateCreditWorkflowId,
  "credit-checks.corporate"
)

/** Id of `checkCompanyWorkflow`. */
export const checkCompanyWorkflowId = "check-e-invoice-company"

/** Carries out the operation `companies.check`, which `prepareEInvoiceOperation` prepared. */
export const checkCompanyWorkflow = createOperationWorkflow(
  checkCompanyWorkflowId,
  "companies.check"
)

/** Id of `createServiceUserWorkflow`. */
export const createServiceUserWorkflowId = "create-e-invoice-user"

/** Carries out the operation `users.create`, which `prepareEInvoiceOperation` prepared. */
export const createServiceUserWorkflow = createOperationWorkflow(
  createServiceUserWorkflowId,
  "users.create"
)
