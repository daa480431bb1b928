import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import { ORDER_LOCK_TIMEOUT, ORDER_LOCK_TTL } from "./order-lock"
import {
  openBillStep,
  type OpenBillInput,
} from "./bill-outstanding/open-bill-step"
import {
  type BillOutcome,
  sendBillStep,
} from "./bill-outstanding/send-bill-step"

/** Which order is billed, how, and under which idempotency key. */
export type BillOutstandingAmountInput = OpenBillInput

/** Id of `billOutstandingAmountWorkflow`. */
export const billOutstandingAmountWorkflowId =
  "bill-outstanding-amount-of-order"

/**
 * Bills what is outstanding of a Medusa order, by e-invoice, invoice, EHF invoice or payment link. The amount and the
 * lines are the server's own. The bill is a payment of the order like that of a checkout: captured when the service
 * reports it paid, cancelled and refunded through Medusa. See docs/decisions/bills-are-payments.md.
 *
 * Of several at once, one bills; the same key never bills twice.
 *
 * @example
 * const { result } = await billOutstandingAmountWorkflow(container).run({
 *   input: {
 *     order_id: "order_01J...",
 *     shopper_data_id: await eInvoice.shopperData.store({
 *       bill: { by: "payment-link", actor: "admin:user_01J...", sendBy: { sms: false, email: true } },
 *     }),
 *     idempotency_key: "outstanding-after-edit-7",
 *   },
 * })
 */
export const billOutstandingAmountWorkflow = createWorkflow(
  billOutstandingAmountWorkflowId,
  (
    input: WorkflowData<BillOutstandingAmountInput>
  ): WorkflowResponse<BillOutcome> => {
    const key = transform({ input }, (data) => billLockKey(data.input.order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    const opened = openBillStep(input)
    const outcome = sendBillStep(
      transform({ input, opened }, (data) => ({
        ...data.opened,
        order_id: data.input.order_id,
      }))
    )
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(outcome)
  }
)

/** The lock under which a Medusa order is billed. */
const billLockKey = (orderId: string): string => `e-invoice-bill:${orderId}`
