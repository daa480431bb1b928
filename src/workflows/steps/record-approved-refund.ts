import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { toOre } from "../../mapping"
import { eInvoiceModule } from "../e-invoice-module"
import { paymentBooksOf } from "../payment-books"
import { recordRefundInMedusaWorkflow } from "../record-refund-in-medusa"
import { refundAccountOf } from "../refund-account"

/** An e-invoice order, and what the service says went back of it. */
export type RecordApprovedRefundInput = {
  e_invoice_order_id: string
  /** What went back at the service in total, in major units, where it says so. */
  refunded: number | null
}

/** Id of `recordApprovedRefundStep`. */
export const recordApprovedRefundStepId = "record-approved-e-invoice-refund"

/**
 * Records a refund in Medusa that the operator approved and carried out, where the service's own figures leave no doubt
 * that it was this one. Otherwise a person says so.
 *
 * @returns id of the refund's record, or null when nothing was recorded
 */
export const recordApprovedRefundStep = createStep(
  recordApprovedRefundStepId,
  async (
    { e_invoice_order_id: id, refunded }: RecordApprovedRefundInput,
    { container }
  ): Promise<StepResponse<string | null>> => {
    const { refunds, statuses } = eInvoiceModule(container)
    const order = await statuses.find(id)
    if (!order) {
      return new StepResponse(null)
    }
    const total =
      refunded ?? (order.status === "REFUNDED" ? order.grandTotal : null)
    const account = await refundAccountOf(container, order)
    const waiting = account.refunds.filter(
      ({ approval }) => approval === "open"
    )
    const { done, open } = await refunds.sums(id)
    const [story, ...others] = waiting
    const isProven =
      total !== null &&
      others.length === 0 &&
      story !== undefined &&
      toOre(open) === 0n &&
      toOre(total) === toOre(done) + toOre(story.row.amount)
    const books = await paymentBooksOf(container, order.paymentSessionId)
    if (!isProven || !books || toOre(books.left) < toOre(story.row.amount)) {
      return new StepResponse(null)
    }
    if (!(await refunds.carriedOutLater(story.row))) {
      return new StepResponse(null)
    }
    await recordRefundInMedusaWorkflow(container).run({
      input: {
        wish_id: story.row.id,
        payment_id: books.paymentId,
        amount:
          toOre(books.left) === toOre(story.row.amount)
            ? books.left
            : story.row.amount,
        actor: "service",
      },
    })
    return new StepResponse(story.row.id)
  }
)
