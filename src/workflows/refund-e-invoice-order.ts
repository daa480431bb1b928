import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import type { TimelineActor } from "../modules/e-invoice/timeline"
import { recordRefundInMedusaWorkflow } from "./record-refund-in-medusa"
import { reviewFlagsStep } from "./review-flags"
import { keepShownStep } from "./steps/compare-order-refunds"
import { prepareRefundStep } from "./steps/prepare-refund"

/** How much of which e-invoice order is refunded: an amount, lines, or all that is left. */
export type RefundEInvoiceOrderInput = {
  e_invoice_order_id: string
  /** Decimal major units; all that is left when neither this nor lines are given. */
  amount?: string | number
  /** So much of each line, in place of an amount: ids as the service numbers them, decimal major units. */
  lines?: { id: number; amount: string | number }[]
  note?: string
  refund_reason_id?: string
  /** Id of the admin user. */
  created_by?: string
  /** The same key never refunds twice. */
  idempotency_key?: string
  /** That it is to be refunded besides another refund that was made shortly before. */
  confirm_repeat?: boolean
  /** What the account of refunds named as `seen` when it was chosen; another by now is rejected with the code `confirm_repeat`. */
  seen?: string
  /** Where the service shows a refund that is not recorded here: whether it is this one, so that nothing is sent. */
  given_at_service?: boolean
  /** Where it is: whether the service shows another one beside it that is not recorded here; it stays to be recorded. */
  beside_another?: boolean
}

/** Id of `refundEInvoiceOrderWorkflow`. */
export const refundEInvoiceOrderWorkflowId = "refund-e-invoice-order"

const actorOf = ({ created_by }: Pick<RefundEInvoiceOrderInput, "created_by">): TimelineActor =>
  created_by ? `admin:${created_by}` : "medusa"

/**
 * Refunds an e-invoice order through Medusa's own flow, so that Medusa's books and the service's agree: the same act as
 * the refund button of the Medusa order, with the lines that are meant. Also a cancelled order is refunded by it, which
 * Medusa's own button is not.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError naming the field that asks for too much, or saying what stands in the way
 *
 * @example
 * await refundEInvoiceOrderWorkflow(container).run({
 *   input: {
 *     e_invoice_order_id: "einvord_01J...",
 *     lines: [{ id: 71, amount: "49.00" }],
 *     idempotency_key: "return-of-parcel-7",
 *   },
 * })
 */
export const refundEInvoiceOrderWorkflow = createWorkflow(
  refundEInvoiceOrderWorkflowId,
  (input: WorkflowData<RefundEInvoiceOrderInput>): WorkflowResponse<{ payment_id: string }> => {
    const prepared = prepareRefundStep(
      transform({ input }, (data) => ({
        e_invoice_order_id: data.input.e_invoice_order_id,
        amount: data.input.amount,
        lines: data.input.lines,
        idempotency_key: data.input.idempotency_key,
        confirm_repeat: data.input.confirm_repeat,
        seen: data.input.seen,
        given_at_service: data.input.given_at_service,
        beside_another: data.input.beside_another,
        actor: actorOf(data.input),
      }))
    )
    when("it-was-not-carried-out-before", { prepared }, (data) => !data.prepared.done).then(() =>
      recordRefundInMedusaWorkflow.runAsStep({
        input: transform({ input, prepared }, (data) => ({
          refund_row_id: data.prepared.refund_row_id,
          payment_id: data.prepared.payment_id,
          amount: data.prepared.amount,
          note: data.input.note,
          refund_reason_id: data.input.refund_reason_id,
          actor: actorOf(data.input),
        })),
      })
    )
    when("another-is-shown-beside-it", { prepared }, (data) => data.prepared.beside_another).then(
      () =>
        keepShownStep(
          transform({ input }, (data) => ({ e_invoice_order_id: data.input.e_invoice_order_id }))
        )
    )
    when("it-was-given-at-the-service", { input }, (data) => !!data.input.given_at_service).then(
      () => {
        // A credit makes no refund in Medusa, whose event has the flags reviewed: what came may have to be billed now.
        reviewFlagsStep(
          transform({ input }, (data) => ({ e_invoice_order_id: data.input.e_invoice_order_id }))
        )
      }
    )
    return new WorkflowResponse(
      transform({ prepared }, (data) => ({
        payment_id: data.prepared.payment_id,
      }))
    )
  }
)
