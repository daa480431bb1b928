import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import { refusal } from "../domain/failure"
import { creditRest } from "../domain/refunds/send-credit"
import { cancelAtService, type Cancellation } from "../domain/status/cancel-at-service"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import {
  eInvoiceModule,
  ORDER_LOCK_TIMEOUT,
  ORDER_LOCK_TTL,
  orderLockKey,
} from "./e-invoice-module"
import { refundDependenciesOf } from "./refund-account"

/** Which e-invoice order is cancelled, why, and for whom. */
export type CancelEInvoiceOrderInput = CancelOrderAtServiceInput

/** Id of `cancelEInvoiceOrderWorkflow`. */
export const cancelEInvoiceOrderWorkflowId = "cancel-e-invoice-order"

/** Which e-invoice order is cancelled, why, and for whom. */
export type CancelOrderAtServiceInput = {
  e_invoice_order_id: string
  actor: TimelineActor
  /** Why, as the service keeps it; nothing personal. */
  note?: string | undefined
}

const DEFAULT_NOTE = "Cancelled in the store"

/** Id of `cancelOrderAtServiceStep`. */
export const cancelOrderAtServiceStepId = "cancel-e-invoice-order-at-service"

/**
 * Cancels an e-invoice order at the service. There is no way back: the service has no operation that revives one.
 *
 * @throws MedusaError not_allowed when the service could not be asked; the sweep goes on with it
 */
export const cancelOrderAtServiceStep = createStep(
  cancelOrderAtServiceStepId,
  async (
    { e_invoice_order_id: id, actor, note }: CancelOrderAtServiceInput,
    { container }
  ): Promise<StepResponse<Cancellation>> => {
    const eInvoice = eInvoiceModule(container)
    const order = await eInvoice.orders.statuses.find(id)
    if (!order) {
      return new StepResponse({ outcome: "nothing-there" })
    }
    try {
      const cancellation = await cancelAtService(eInvoice, order, {
        note: note ?? DEFAULT_NOTE,
        actor,
        creditRest: creditRest(refundDependenciesOf(container), actor),
      })
      const isPaid = (await eInvoice.orders.statuses.find(id))?.paid
      if (cancellation.outcome === "refused" && !isPaid) {
        await eInvoice.orders.statuses.flag(id, "cancel_failed")
      }
      return new StepResponse(cancellation)
    } catch (error) {
      throw refusal("The invoice was not cancelled yet", error, "not_cancelled_yet")
    }
  }
)

/**
 * Cancels an e-invoice order at the service. The intent is recorded first: where the service cannot be reached, the sweep
 * goes on with it. The Medusa order and its payment stay as they are.
 *
 * @throws MedusaError not_allowed when the service could not be asked; the sweep goes on with it
 *
 * @example
 * const { result } = await cancelEInvoiceOrderWorkflow(container).run({
 *   input: { e_invoice_order_id: "einvord_01J...", actor: "admin:user_01J..." },
 * })
 */
export const cancelEInvoiceOrderWorkflow = createWorkflow(
  cancelEInvoiceOrderWorkflowId,
  (input: WorkflowData<CancelEInvoiceOrderInput>): WorkflowResponse<Cancellation> => {
    const key = transform({ input }, (data) => orderLockKey(data.input.e_invoice_order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    const cancellation = cancelOrderAtServiceStep(input)
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(cancellation)
  }
)
