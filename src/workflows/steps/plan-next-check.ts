import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { Verdict } from "../../modules/e-invoice/orders/order-status"
import type { StatusObserver } from "../../modules/e-invoice/orders/statuses"
import { cancellationGraceEnd } from "../../domain/status/cancel-at-service"
import { graceEnd } from "./link-medusa-order"
import { eInvoiceModule, momentOf } from "../e-invoice-module"

/** The result of an e-invoice order's last status check. */
export type PlanNextCheckInput = {
  e_invoice_order_id: string
  observer: StatusObserver
  /** Whether the service, or a callback of its, gave a status. */
  is_known: boolean
  verdict: Verdict
  /** The change of its Medusa order that this check knew of: ISO 8601. A later one made it due at once. */
  order_changed_at: string | null
  /** Something is still to be done for the order. */
  unfinished: boolean
  /** There is an invoice, and its number could not be read. */
  number_missing: boolean
  /** Its checkout may still be under way, so that nothing was decided of it yet. */
  checkout_open: boolean
  /** It ended, and Medusa may be about to cancel its order. */
  order_standing: boolean
  /** It is paid, and how much is not known before a credit in doubt is settled. */
  paid_unknown: boolean
  at?: string | undefined
}

/** Checks that an order gets for the sake of its invoice number, the later ones once a day. */
const MOST_NUMBER_LOOKS = 30

/** When a paid order is looked at again of which a credit is in doubt, in milliseconds: settling it makes it due at once. */
const DOUBT_PAUSE = 60 * 60_000

/** Id of `planNextCheckStep`. */
export const planNextCheckStepId = "plan-next-e-invoice-order-check"

/** Schedules the sweep's next check of an order, if no callback comes before. */
export const planNextCheckStep = createStep(
  planNextCheckStepId,
  async (
    {
      e_invoice_order_id: id,
      observer,
      is_known: isKnown,
      verdict,
      order_changed_at: changedAt,
      unfinished,
      number_missing: numberMissing,
      checkout_open: checkoutOpen,
      order_standing: orderStanding,
      paid_unknown: paidUnknown,
      at,
    }: PlanNextCheckInput,
    { container }
  ) => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const found = await statuses.find(id)
    if (found?.state !== "succeeded") {
      return new StepResponse()
    }
    const order = { ...found, orderChangedAt: changedAt === null ? null : new Date(changedAt) }
    if (unfinished) {
      // An unfinished callback stays in the inbox, which has a schedule of its own.
      if (observer !== "callback") {
        await statuses.tryAgain(order, momentOf(eInvoice, { at }))
      }
    } else if (numberMissing && order.checkCount < MOST_NUMBER_LOOKS) {
      await statuses.tryAgain(order, momentOf(eInvoice, { at }))
    } else if (verdict !== "advanced") {
      await statuses.unchanged([order], isKnown ? observer : null, momentOf(eInvoice, { at }))
    }
    if (paidUnknown) {
      await statuses.lookSoon(id, new Date(momentOf(eInvoice, { at }).getTime() + DOUBT_PAUSE))
    }
    if (checkoutOpen) {
      await statuses.lookSoon(id, graceEnd(order))
    }
    if (orderStanding) {
      await statuses.lookSoon(id, cancellationGraceEnd(order))
    }
    return new StepResponse()
  }
)

/** The e-invoice order to check again, should a later step fail. */
export type TryAgainOnFailureInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/** Id of `tryAgainOnFailureStep`. */
export const tryAgainOnFailureStepId = "try-again-on-failure"

/** Compensation only: when a later step fails, the sweep checks the order again after growing gaps. */
export const tryAgainOnFailureStep = createStep(
  tryAgainOnFailureStepId,
  async (input: TryAgainOnFailureInput) => new StepResponse(undefined, input),
  async (input, { container }) => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const order = input && (await statuses.find(input.e_invoice_order_id))
    if (order) {
      await statuses.tryAgain(order, momentOf(eInvoice, input))
    }
  }
)
