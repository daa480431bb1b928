import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { Verdict } from "../../modules/e-invoice/orders/order-status"
import type { StatusObserver } from "../../modules/e-invoice/orders/statuses"
import { graceEnd } from "./tie-to-medusa-order"
import { eInvoiceModule, momentOf } from "../e-invoice-module"

/** What the last look at an e-invoice order brought. */
export type PlanNextCheckInput = {
  e_invoice_order_id: string
  observer: StatusObserver
  verdict: Verdict
  /** Something is still to be done for the order. */
  unfinished: boolean
  /** There is an invoice, and the service did not say its number. */
  number_missing: boolean
  /** Its checkout may still be under way, so that nothing was decided of it yet. */
  checkout_open: boolean
  at?: string | undefined
}

/** How often an invoice number is asked for by itself, at last once a day. */
const MOST_NUMBER_LOOKS = 30

/** Id of `planNextCheckStep`. */
export const planNextCheckStepId = "plan-next-e-invoice-order-check"

/** Says when the sweep looks at an order again, if no callback comes before. */
export const planNextCheckStep = createStep(
  planNextCheckStepId,
  async (
    {
      e_invoice_order_id: id,
      observer,
      verdict,
      unfinished,
      number_missing: numberMissing,
      checkout_open: checkoutOpen,
      at,
    }: PlanNextCheckInput,
    { container }
  ) => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const order = await statuses.find(id)
    if (order?.state !== "succeeded") {
      return new StepResponse()
    }
    if (unfinished) {
      // An unfinished callback stays in the inbox, which has a schedule of its own.
      if (observer !== "callback") {
        await statuses.tryAgain(order, momentOf(eInvoice, { at }))
      }
    } else if (numberMissing && order.checkCount < MOST_NUMBER_LOOKS) {
      await statuses.tryAgain(order, momentOf(eInvoice, { at }))
    } else if (verdict !== "advanced") {
      await statuses.unchanged([order], observer, momentOf(eInvoice, { at }))
    }
    if (checkoutOpen) {
      await statuses.lookSoon(id, graceEnd(order))
    }
    return new StepResponse()
  }
)

/** Which e-invoice order is looked at again, should a later step fail. */
export type TryAgainOnFailureInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/** Id of `tryAgainOnFailureStep`. */
export const tryAgainOnFailureStepId = "try-again-on-failure"

/** Does nothing, unless a later step fails: then the sweep looks at the order again after growing gaps. */
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
