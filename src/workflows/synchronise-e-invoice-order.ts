import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import {
  hasInvoice,
  type LastingStatus,
  type Verdict,
} from "../modules/e-invoice/orders/order-status"
import { ORDER_LOCK_TIMEOUT, ORDER_LOCK_TTL, orderLockKey } from "./e-invoice-module"
import { cancelOrderAtServiceStep } from "./cancel-e-invoice-order"
import { captureOrderPaymentStep } from "./steps/capture-order-payment"
import { checkSecondOrderStep } from "./steps/check-second-order"
import { compareOrderRefundsStep, recordApprovedRefundStep } from "./steps/compare-order-refunds"
import { judgeOpenInvoiceStep } from "./steps/judge-open-invoice"
import {
  learnInvoiceNumberStep,
  type LearnOrderStatusInput,
  learnOrderStatusStep,
} from "./steps/learn-order-status"
import { planNextCheckStep, tryAgainOnFailureStep } from "./steps/plan-next-check"
import { releaseOrderPaymentStep } from "./steps/release-order-payment"
import { reviewFlagsStep } from "./review-flags"
import { tieToMedusaOrderStep } from "./steps/tie-to-medusa-order"

/** Which e-invoice order is looked at, why and for whom, and what is known of it already. */
export type SynchroniseEInvoiceOrderInput = LearnOrderStatusInput

/** What keeps a synchronisation from having its effect yet. */
export type WaitingFor = "creation" | "medusa-order" | "proof"

/** What the order turned out to be, and what is still to come. */
export type SynchroniseEInvoiceOrderResult = {
  status: LastingStatus | null
  /** Whether the service ever said PAID. */
  paid: boolean
  verdict: Verdict
  /** Null when everything the status asks for has happened, or a person was asked to see to it. */
  waiting_for: WaitingFor | null
}

/** Id of `synchroniseEInvoiceOrderWorkflow`. */
export const synchroniseEInvoiceOrderWorkflowId = "synchronise-e-invoice-order"

/**
 * Asks the service what has become of an e-invoice order and brings Medusa to it: a paid one is captured, a cancelled
 * one released, what went back is compared, and an invoice that nobody wants any more cancelled. Running it twice does nothing twice; see docs/status.md.
 *
 * Should a step fail, the sweep looks at the order again.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when the service could not be asked
 *
 * @example
 * const { result } = await synchroniseEInvoiceOrderWorkflow(container).run({
 *   input: { e_invoice_order_id: "einvord_01J...", observer: "admin", actor: "admin:user_01J..." },
 * })
 */
export const synchroniseEInvoiceOrderWorkflow = createWorkflow(
  synchroniseEInvoiceOrderWorkflowId,
  (
    input: WorkflowData<SynchroniseEInvoiceOrderInput>
  ): WorkflowResponse<SynchroniseEInvoiceOrderResult> => {
    const key = transform({ input }, (data) => orderLockKey(data.input.e_invoice_order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    tryAgainOnFailureStep(input)

    const learned = learnOrderStatusStep(input)
    const tie = when(
      "the-order-is-known",
      { learned },
      (data) => data.learned.outcome === "learned"
    ).then(() => tieToMedusaOrderStep(input))
    const order = transform({ input, tie, learned }, (data) => ({
      e_invoice_order_id: data.input.e_invoice_order_id,
      tie: data.tie ?? ("tied" as const),
      refunded: data.learned.refunded,
      actor: data.input.actor,
      at: data.input.at,
    }))

    const captured = when(
      "the-order-was-paid",
      { learned, tie },
      (data) => !!data.tie && data.learned.goal.payment === "capture"
    ).then(() => captureOrderPaymentStep(order))
    const released = when(
      "the-order-ended-unpaid",
      { learned, tie },
      (data) => !!data.tie && data.learned.goal.payment === "release"
    ).then(() => releaseOrderPaymentStep(order))
    when(
      "something-went-back",
      { learned, tie },
      (data) => !!data.tie && data.learned.goal.refunded
    ).then(() => {
      compareOrderRefundsStep(order)
      recordApprovedRefundStep(order)
    })
    const invoice = when(
      "the-order-is-not-over",
      { learned, tie },
      (data) =>
        !!data.tie &&
        data.learned.goal.payment === "leave" &&
        data.learned.status !== "CREDITED" &&
        data.learned.status !== "REFUNDED"
    ).then(() => judgeOpenInvoiceStep(order))
    when(
      "the-order-is-to-be-cancelled",
      { learned, tie, invoice },
      (data) =>
        data.learned.cancelling ||
        data.invoice === "unwanted" ||
        (data.tie === "unclaimable" && data.learned.goal.payment === "leave")
    ).then(() => cancelOrderAtServiceStep(order))

    when("a-second-order-was-named", { learned }, (data) => data.learned.second_order).then(() =>
      checkSecondOrderStep(order)
    )

    const invoiceNumber = when(
      "the-order-has-an-invoice",
      { learned, tie },
      (data) => !!data.tie && hasInvoice(data.learned.status)
    ).then(() => learnInvoiceNumberStep(order))

    const waitingFor = transform({ learned, captured, released }, (data): WaitingFor | null =>
      data.learned.outcome === "not-created"
        ? "creation"
        : data.learned.outcome === "not-proven"
          ? "proof"
          : data.captured === "waiting" || data.released === "waiting"
            ? "medusa-order"
            : null
    )
    reviewFlagsStep(order)
    planNextCheckStep(
      transform({ input, learned, tie, waitingFor, invoiceNumber }, (data) => ({
        e_invoice_order_id: data.input.e_invoice_order_id,
        observer: data.input.observer,
        verdict: data.learned.verdict,
        unfinished: data.waitingFor === "medusa-order",
        number_missing: data.invoiceNumber === "missing",
        checkout_open: data.tie === "waiting",
        at: data.input.at,
      }))
    )
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(
      transform({ learned, waitingFor }, (data) => ({
        status: data.learned.status,
        paid: data.learned.paid,
        verdict: data.learned.verdict,
        waiting_for: data.waitingFor,
      }))
    )
  }
)
