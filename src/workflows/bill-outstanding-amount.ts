import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { billOrderStep } from "./bill-outstanding/bill-order-step"
import type { OpenBillInput } from "./bill-outstanding/open-bill"
import type { BillOutcome } from "./bill-outstanding/send-bill"

/** Which order is billed, how, and under which idempotency key. */
export type BillOutstandingAmountInput = OpenBillInput

/** Id of `billOutstandingAmountWorkflow`. */
export const billOutstandingAmountWorkflowId = "bill-outstanding-amount-of-order"

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
  (input: WorkflowData<BillOutstandingAmountInput>): WorkflowResponse<BillOutcome> =>
    new WorkflowResponse(billOrderStep(input))
)
