import { createOperationWorkflow } from "./create-operation-workflow"

/** Id of `updatePrivateCustomerWorkflow`. */
export const updatePrivateCustomerWorkflowId = "update-private-e-invoice-customer"

/** Carries out the operation `customers.update-private`, which `prepareEInvoiceOperation` prepared. */
export const updatePrivateCustomerWorkflow = createOperationWorkflow(
  updatePrivateCustomerWorkflowId,
  "customers.update-private"
)

/** Id of `updateCorporateCustomerWorkflow`. */
export const updateCorporateCustomerWorkflowId = "update-corporate-e-invoice-customer"

/** Carries out the operation `customers.update-corporate`, which `prepareEInvoiceOperation` prepared. */
export const updateCorporateCustomerWorkflow = createOperationWorkflow(
  updateCorporateCustomerWorkflowId,
  "customers.update-corporate"
)
