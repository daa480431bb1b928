import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { type CustomerExport, exportCustomer } from "../../domain/personal-data/export-customer"
import { findCustomerLinks } from "./find-customer-links"

/** Whose data is gathered: the id of a Medusa customer. */
export type ExportCustomerDataInput = { customer_id: string }

export const exportCustomerDataStepId = "export-e-invoice-customer-data"

/** Gathers what the plugin keeps about a customer. */
export const exportCustomerDataStep = createStep(
  exportCustomerDataStepId,
  async ({ customer_id }: ExportCustomerDataInput, { container }) =>
    new StepResponse(
      await exportCustomer(
        container.resolve(ContainerRegistrationKeys.PG_CONNECTION),
        await findCustomerLinks(container, customer_id)
      )
    )
)

/** Id of `exportEInvoiceCustomerDataWorkflow`. */
export const exportEInvoiceCustomerDataWorkflowId = "export-e-invoice-customer-data"

/**
 * Gathers everything the plugin keeps about a customer, guest or registered, as the customer may ask for it (GDPR,
 * articles 15 and 20).
 *
 * @example
 * const { result } = await exportEInvoiceCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01J..." },
 * })
 */
export const exportEInvoiceCustomerDataWorkflow = createWorkflow(
  exportEInvoiceCustomerDataWorkflowId,
  (input: WorkflowData<ExportCustomerDataInput>): WorkflowResponse<CustomerExport> =>
    new WorkflowResponse(exportCustomerDataStep(input))
)
