import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { oneBillAtATime } from "./one-bill-at-a-time"
import { openBill, type OpenBillInput } from "./open-bill"
import { type BillOutcome, sendBill } from "./send-bill"

export const billOrderStepId = "bill-medusa-order"

/**
 * Bills what is outstanding of a Medusa order. One step, because whoever looks at what is outstanding must be the only one
 * until the bill is made, and a workflow holds no lease across its steps. There is no way back
 * from a bill that was sent: it can be cancelled like any other.
 */
export const billOrderStep = createStep(
  { name: billOrderStepId, maxRetries: 0 },
  async (input: OpenBillInput, { container }) =>
    new StepResponse<BillOutcome>(
      await oneBillAtATime(container, input.order_id, async (lease) => {
        const opened = await openBill(container, input)
        await lease.check()
        return sendBill(container, input.order_id, opened)
      })
    )
)
