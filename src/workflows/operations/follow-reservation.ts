import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { refusal } from "../../domain/failure"
import { learnRecord } from "../../domain/operations/learn-record"
import { eInvoiceModule } from "../e-invoice-module"

/** A reservation that was made elsewhere. */
export type FollowReservationInput = {
  /** Its identifier at the service. */
  uuid: string
  /** Id of the Medusa order it belongs to. */
  order_id?: string | undefined
}

/** Id of `followReservationStep`. */
export const followReservationStepId = "follow-e-invoice-reservation"

/**
 * Remembers a reservation that was made elsewhere, once the service has confirmed that it exists.
 *
 * @throws MedusaError when it does not exist, or the service cannot say
 */
export const followReservationStep = createStep(
  followReservationStepId,
  async ({ uuid, order_id }: FollowReservationInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    try {
      await eInvoice.connect.call("reservations.details", {
        params: { reservation_uuid: uuid },
      })
    } catch (error) {
      throw refusal("The reservation is not followed", error)
    }
    const row = await eInvoice.records.adopt("reservation", uuid, {
      orderId: order_id,
      customerId: undefined,
    })
    if (!row) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "The reservation could not be remembered."
      )
    }
    await learnRecord(eInvoice, row, "reservations.details", false)
    return new StepResponse({ id: row.id })
  }
)

/** Id of `followReservationWorkflow`. */
export const followReservationWorkflowId = "follow-e-invoice-reservation"

/** Remembers a reservation that was made elsewhere, so that it can be worked with from here. */
export const followReservationWorkflow = createWorkflow(
  followReservationWorkflowId,
  (input: WorkflowData<FollowReservationInput>): WorkflowResponse<{ id: string }> =>
    new WorkflowResponse(followReservationStep(input))
)
