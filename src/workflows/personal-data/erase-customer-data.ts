import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { type CustomerErasure, eraseCustomer } from "../../domain/personal-data/erase-customer"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule } from "../e-invoice-module"
import { findCustomerLinks } from "./find-customer-links"

/** Whose data is erased: the id of a Medusa customer. */
export type EraseCustomerDataInput = {
  customer_id: string
  /** Who asked, for the timeline. */
  actor: TimelineActor
}

export const eraseCustomerDataStepId = "erase-e-invoice-customer-data"

/** Erases what tells of a customer. What is erased cannot be put back: there is no compensation. */
export const eraseCustomerDataStep = createStep(
  eraseCustomerDataStepId,
  async ({ customer_id, actor }: EraseCustomerDataInput, { container }) =>
    new StepResponse(
      await eraseCustomer(
        container.resolve(ContainerRegistrationKeys.PG_CONNECTION),
        await findCustomerLinks(container, customer_id),
        { actor, clock: eInvoiceModule(container).clock }
      )
    )
)

/** Id of `eraseEInvoiceCustomerDataWorkflow`. */
export const eraseEInvoiceCustomerDataWorkflowId = "erase-e-invoice-customer-data"

/**
 * Erases what the plugin keeps about a customer, guest or registered, but for what bookkeeping must keep
 * (docs/privacy.md). Run it before the customer's orders are taken from them in Medusa: it finds their traces by these.
 *
 * @example
 * const { result } = await eraseEInvoiceCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01J...", actor: "admin:user_01J..." },
 * })
 */
export const eraseEInvoiceCustomerDataWorkflow = createWorkflow(
  eraseEInvoiceCustomerDataWorkflowId,
  (input: WorkflowData<EraseCustomerDataInput>): WorkflowResponse<CustomerErasure> =>
    new WorkflowResponse(eraseCustomerDataStep(input))
)
