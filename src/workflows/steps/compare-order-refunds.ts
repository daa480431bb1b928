import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { formatOre, toOre } from "../../mapping"
import { missingInMedusa } from "../../modules/e-invoice/refunds/missing-in-medusa"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaRefundsOf } from "../refund-dependencies"

/** An e-invoice order, and what the service says went back of it. */
export type CompareOrderRefundsInput = {
  e_invoice_order_id: string
  /** What went back at the service in total, in major units, where it says so. */
  refunded: number | null
}

/** Whether more went back at the service than Medusa knows of. */
export type RefundComparison = "even" | "more-at-service"

/** Id of `compareOrderRefundsStep`. */
export const compareOrderRefundsStepId = "compare-e-invoice-order-refunds"

/**
 * Compares what went back at the service with what Medusa refunded, keeps the larger, and flags a difference. What we know
 * to have gone back and Medusa has not recorded is one, whatever the sums say.
 */
export const compareOrderRefundsStep = createStep(
  compareOrderRefundsStepId,
  async (
    { e_invoice_order_id: id, refunded }: CompareOrderRefundsInput,
    { container }
  ): Promise<StepResponse<RefundComparison>> => {
    const { statuses, refunds, timeline } = eInvoiceModule(container)
    const order = await statuses.find(id)
    if (!order) {
      return new StepResponse("even")
    }
    const { done, open } = await refunds.sums(id)
    const ours = toOre(done) + toOre(open)
    const missing = await missingInMedusa(
      medusaRefundsOf(container),
      await refunds.list(id)
    )
    const missingOre = missing.reduce(
      (sum, { amount }) => sum + toOre(amount),
      0n
    )
    const reported = reportedOre(order, refunded)
    if (reported !== undefined) {
      await refunds.serviceReports(id, formatOre(reported))
    }
    // Without an amount, that something went back is news only while Medusa sent nothing back.
    const more = reported === undefined ? ours === 0n : reported > ours
    if (order.status === "REFUNDED" || order.status === "CREDITED") {
      await statuses.unflag(id, "cancel_failed", "refund_failed")
    }
    if (!more && missing.length === 0) {
      await statuses.unflag(id, "refunded_at_service")
      return new StepResponse("even")
    }
    await statuses.flag(id, "refunded_at_service")
    await timeline.recordOnce({
      eInvoiceOrderId: id,
      actor: "service",
      action: "refund-at-service",
      outcome: "note",
      detail: {
        status: order.status ?? null,
        ...(reported !== undefined && {
          refunded_at_service: formatOre(reported),
        }),
        refunded_in_medusa: formatOre(toOre(done) - missingOre),
      },
    })
    return new StepResponse("more-at-service")
  }
)

function reportedOre(
  order: FollowedOrder,
  refunded: number | null
): bigint | undefined {
  if (refunded !== null) {
    return toOre(refunded)
  }
  return order.status === "REFUNDED" ? toOre(order.grandTotal) : undefined
}
