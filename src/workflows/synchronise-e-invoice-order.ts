import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import { notAllowed } from "../domain/failure"
import { CONFIRM_REPEAT, invoicesBeside } from "../domain/refunds/repeated-refund"
import {
  hasInvoice,
  type LastingStatus,
  type Verdict,
} from "../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { logErrors } from "./background-work"
import {
  eInvoiceModule,
  ORDER_LOCK_TIMEOUT,
  ORDER_LOCK_TTL,
  orderLockKey,
} from "./e-invoice-module"
import { cancelOrderAtServiceStep } from "./cancel-e-invoice-order"
import { captureOrderPaymentStep } from "./steps/capture-order-payment"
import { checkSecondOrderStep } from "./steps/check-second-order"
import { compareOrderRefundsStep, recordApprovedRefundStep } from "./steps/compare-order-refunds"
import { followOrderChangeStep } from "./steps/follow-order-change"
import { judgeOpenInvoiceStep } from "./steps/judge-open-invoice"
import {
  readInvoiceNumberStep,
  type RefreshOrderStatusInput,
  refreshOrderStatusStep,
} from "./steps/refresh-order-status"
import { planNextCheckStep, tryAgainOnFailureStep } from "./steps/plan-next-check"
import { releaseOrderPaymentStep } from "./steps/release-order-payment"
import { reviewFlagsStep } from "./review-flags"
import { linkMedusaOrderStep } from "./steps/link-medusa-order"

/** The e-invoice order to refresh, for whom and why, and what is known of it already. */
export type SynchroniseEInvoiceOrderInput = RefreshOrderStatusInput

/** What keeps a synchronisation from having its effect yet. */
export type WaitingFor = "creation" | "medusa-order" | "proof"

/** What the order turned out to be, and what is still to come. */
export type SynchroniseEInvoiceOrderResult = {
  status: LastingStatus | null
  /** Whether the service ever said PAID. */
  paid: boolean
  verdict: Verdict
  /** Null when everything the status requires is done, or staff were asked to see to it. */
  waiting_for: WaitingFor | null
}

/** Id of `synchroniseEInvoiceOrderWorkflow`. */
export const synchroniseEInvoiceOrderWorkflowId = "synchronise-e-invoice-order"

/**
 * Refreshes an e-invoice order from the service and brings Medusa to it: captures a paid order, releases a cancelled one,
 * compares refunds, and cancels an invoice whose Medusa order is cancelled. Idempotent; see docs/status.md.
 *
 * Should a step fail, the sweep checks the order again.
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

    const refreshed = refreshOrderStatusStep(input)
    const followed = when(
      "the-medusa-order-changed",
      { refreshed },
      // Also where the status cannot be asked for: the credit reads the order itself.
      (data) => data.refreshed.outcome !== "not-created" && data.refreshed.order_changed_at !== null
    ).then(() =>
      followOrderChangeStep(
        transform({ input, refreshed }, (data) => ({
          e_invoice_order_id: data.input.e_invoice_order_id,
          actor: data.input.actor,
          refunded: data.refreshed.refunded,
          at: data.input.at,
        }))
      )
    )
    const link = when(
      "the-order-is-known",
      { refreshed },
      (data) => data.refreshed.outcome === "refreshed"
    ).then(() => linkMedusaOrderStep(input))
    const order = transform({ input, link, refreshed }, (data) => ({
      e_invoice_order_id: data.input.e_invoice_order_id,
      link: data.link ?? ("linked" as const),
      refunded: data.refreshed.refunded,
      actor: data.input.actor,
      at: data.input.at,
    }))

    const captured = when(
      "the-order-was-paid",
      { refreshed, link },
      (data) => !!data.link && data.refreshed.goal.payment === "capture"
    ).then(() => captureOrderPaymentStep(order))
    const released = when(
      "the-order-ended-unpaid",
      { refreshed, link, captured },
      (data) =>
        !!data.link && (data.refreshed.goal.payment === "release" || data.captured === "credited")
    ).then(() => releaseOrderPaymentStep(order))
    when(
      "the-order-was-refunded",
      { refreshed, link },
      // PAID may hide what was credited before; some services name how much that was.
      (data) => !!data.link && (data.refreshed.goal.refunded || (data.refreshed.refunded ?? 0) > 0)
    ).then(() => {
      compareOrderRefundsStep(order)
      recordApprovedRefundStep(order)
    })
    const invoice = when(
      "the-order-is-not-over",
      { refreshed, link },
      (data) =>
        !!data.link &&
        data.refreshed.goal.payment === "leave" &&
        data.refreshed.status !== "CREDITED" &&
        data.refreshed.status !== "REFUNDED"
    ).then(() => judgeOpenInvoiceStep(order))
    when(
      "the-order-is-to-be-cancelled",
      { refreshed, followed, link, invoice },
      (data) =>
        (data.followed ?? data.refreshed).cancelling ||
        data.invoice === "unwanted" ||
        (data.link === "unclaimable" && data.refreshed.goal.payment === "leave")
    ).then(() => cancelOrderAtServiceStep(order))

    when("a-second-order-was-named", { refreshed }, (data) => data.refreshed.second_order).then(
      () => checkSecondOrderStep(order)
    )

    const invoiceNumber = when(
      "the-order-has-an-invoice",
      { refreshed, link },
      (data) => !!data.link && hasInvoice(data.refreshed.status)
    ).then(() => readInvoiceNumberStep(order))

    const waitingFor = transform({ refreshed, captured, released }, (data): WaitingFor | null =>
      data.refreshed.outcome === "not-created"
        ? "creation"
        : data.refreshed.outcome === "not-proven"
          ? "proof"
          : data.captured === "waiting" || data.released === "waiting"
            ? "medusa-order"
            : null
    )
    reviewFlagsStep(order)
    planNextCheckStep(
      transform(
        { input, refreshed, link, captured, released, waitingFor, invoiceNumber },
        (data) => ({
          e_invoice_order_id: data.input.e_invoice_order_id,
          observer: data.input.observer,
          is_known: data.refreshed.outcome === "refreshed",
          verdict: data.refreshed.verdict,
          order_changed_at: data.refreshed.order_changed_at,
          unfinished: data.waitingFor === "medusa-order",
          number_missing: data.invoiceNumber === "missing",
          checkout_open: data.link === "waiting",
          order_standing: data.released === "standing",
          paid_unknown: data.captured === "unknown",
          at: data.input.at,
        })
      )
    )
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(
      transform({ refreshed, waitingFor }, (data) => ({
        status: data.refreshed.status,
        paid: data.refreshed.paid,
        verdict: data.refreshed.verdict,
        waiting_for: data.waitingFor,
      }))
    )
  }
)

/**
 * Asks the service for the status of a Medusa order's invoices before money of it goes back another way: the callback of a refund that
 * its portal gave may be late or lost.
 *
 * @param order.id an invoice that counts also where no Medusa order is known
 * @param refused what was not done, as a sentence begins
 * @throws MedusaError not_allowed with the code `confirm_repeat` where one could not be asked for
 */
export async function lookAtInvoices(
  container: MedusaContainer,
  order: { readonly id?: string; readonly orderId: string | null },
  { actor, refused }: { actor: TimelineActor; refused: string }
): Promise<void> {
  for (const id of await invoicesBeside(eInvoiceModule(container), order)) {
    const isKnown = await logErrors({ container }, `the status of e-invoice order ${id}`, () =>
      synchroniseEInvoiceOrderWorkflow(container).run({
        input: { e_invoice_order_id: id, observer: "admin", actor },
      })
    )
    if (!isKnown) {
      throw notAllowed(
        `${refused}: the service could not be asked whether an invoice of the same Medusa order was refunded. Money is refunded besides only when it is confirmed.`,
        { code: CONFIRM_REPEAT }
      )
    }
  }
}
