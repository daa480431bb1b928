import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { isPaymentUnderWay } from "../../domain/payment-lease"
import {
  compareRefunds,
  REFUNDED_AT_SERVICE,
  type RefundComparison,
} from "../../domain/refunds/compare-refunds"
import { purposeOfCredit } from "../../domain/refunds/credit-by-hand"
import { refundedOrderOf, refuseWhileChanging } from "../../domain/refunds/medusa-order"
import { recordCreditedInFull } from "../../domain/refunds/send-credit"
import { toOre } from "../../mapping"
import type { RefundPurpose, RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isCreditedInFull } from "../../modules/e-invoice/orders/order-status"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { recordRefundInMedusaWorkflow } from "../record-refund-in-medusa"
import {
  recordable,
  type RefundAccount,
  refundAccountOf,
  refundDependenciesOf,
  type RefundToRecord,
} from "../refund-account"

export type { RefundComparison }

/** An e-invoice order, and what the service says it refunded of it. */
export type CompareOrderRefundsInput = {
  e_invoice_order_id: string
  /** What the service refunded in total, in major units, where it says so. */
  refunded: number | null
}

/** Id of `compareOrderRefundsStep`. */
export const compareOrderRefundsStepId = "compare-e-invoice-order-refunds"

/** Flags an order of which the service refunded more than Medusa. Of an unpaid invoice that is credited in full, Medusa has no refund. */
export const compareOrderRefundsStep = createStep(
  compareOrderRefundsStepId,
  async (
    { e_invoice_order_id: id, refunded }: CompareOrderRefundsInput,
    { container }
  ): Promise<StepResponse<RefundComparison>> => {
    const { leases, orders } = eInvoiceModule(container)
    const dependencies = refundDependenciesOf(container)
    const order = await orders.statuses.find(id)
    if (order && isCreditedInFull(order) && !(await isTouched(container, order))) {
      await recordCreditedInFull(dependencies, order)
    }
    return new StepResponse(
      await compareRefunds(dependencies, id, {
        reported: refunded,
        isBooked: (order) => isBooked(container, order),
        recorded: false,
        isUnderWay: (orderId) => isPaymentUnderWay(leases, orderId),
      })
    )
  }
)

/** Whether anything of its payment was captured: what was refunded of that is a refund in Medusa. */
const isTouched = async (container: MedusaContainer, order: FollowedOrder): Promise<boolean> =>
  (await medusaPaymentOf(container, order))?.payment?.touched === true

const isBooked = async (container: MedusaContainer, order: FollowedOrder): Promise<boolean> =>
  order.paymentId !== null || (await medusaPaymentOf(container, order))?.payment !== undefined

/** An e-invoice order, and what the service says it refunded of it. */
export type RecordApprovedRefundInput = {
  e_invoice_order_id: string
  /** What the service refunded in total, in major units, where it says so. */
  refunded: number | null
}

/** Id of `recordApprovedRefundStep`. */
export const recordApprovedRefundStepId = "record-approved-e-invoice-refund"

/**
 * Records a refund in Medusa that the operator approved and carried out, where the service's own figures leave no doubt
 * that it was this one. Otherwise staff say so. One whose recording failed before is recorded now.
 *
 * @returns ids of the refunds' records
 * @throws MedusaError while the Medusa order has an open change; the sweep looks at the order again
 */
export const recordApprovedRefundStep = createStep(
  recordApprovedRefundStepId,
  async (input: RecordApprovedRefundInput, { container }): Promise<StepResponse<string[]>> => {
    const { refunds, orders } = eInvoiceModule(container)
    const { statuses } = orders
    const order = await statuses.find(input.e_invoice_order_id)
    if (!order) {
      return new StepResponse([])
    }
    const account = await refundAccountOf(container, order)
    const recorded: string[] = []
    for (const { row, missing, approval } of account.refunds) {
      if (missing && approval === "carried-out") {
        const fitting = await recordable(container, order, row)
        if (fitting) {
          await refuseUnrecordable(container, fitting)
          await record(container, fitting)
          recorded.push(row.id)
        }
      }
    }
    const proven = await provenRefund(container, order, account, input)
    const purpose = proven && purposeOnceProven(order, account, proven)
    if (proven && purpose === "credit") {
      // Medusa has no refund of it.
      if (await refunds.carriedOutLater(proven, "look-up")) {
        await compareRefunds(refundDependenciesOf(container), order.id)
        await statuses.orderChanged(order.id)
      }
      return new StepResponse(recorded)
    }
    const fitting = proven && (await recordable(container, order, proven))
    if (fitting) {
      await refuseUnrecordable(container, fitting)
      if (await refunds.carriedOutLater(proven, "look-up", purpose)) {
        if (purpose !== proven.purpose) {
          // The invoice asks for no less by it, and something else may be missing now.
          await statuses.orderChanged(order.id)
        }
        await record(container, fitting)
        recorded.push(proven.id)
      }
    }
    return new StepResponse(recorded)
  }
)

/** What was approved as a credit is a refund where the customer paid before it was carried out. */
const purposeOnceProven = (
  order: FollowedOrder,
  { books }: RefundAccount,
  { purpose, amount }: RefundRow
): RefundPurpose =>
  purpose === "credit"
    ? purposeOfCredit(order, {
        givenOre: toOre(amount),
        capturedOre: toOre(books?.captured ?? "0"),
      })
    : purpose

/** The one refund that waits for the operator, where it is all that the service refunded beyond what is known here. */
async function provenRefund(
  container: MedusaContainer,
  order: FollowedOrder,
  account: RefundAccount,
  { refunded }: RecordApprovedRefundInput
): Promise<RefundRow | undefined> {
  const total = refunded ?? (order.status === "REFUNDED" ? order.grandTotal : null)
  const { done, open } = await eInvoiceModule(container).refunds.sums(order.id)
  const [story, ...others] = account.refunds.filter(({ approval }) => approval === "open")
  return total !== null &&
    others.length === 0 &&
    story !== undefined &&
    toOre(open) === 0n &&
    toOre(total) === toOre(done) + toOre(story.row.amount)
    ? story.row
    : undefined
}

async function refuseUnrecordable(
  container: MedusaContainer,
  { payment_id: paymentId }: RefundToRecord
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  refuseWhileChanging(
    await refundedOrderOf(query, paymentId),
    "The refund that the operator approved was not recorded"
  )
}

const record = (container: MedusaContainer, refund: RefundToRecord) =>
  recordRefundInMedusaWorkflow(container).run({
    input: { ...refund, actor: "service" },
  })

const keepShownStepId = "keep-refund-shown-at-service"

/**
 * Recorded in Medusa, a refund explains what the service shows; what staff saw beside it is still to be recorded, unless all that the
 * service refunded is known to be.
 */
export const keepShownStep = createStep(
  keepShownStepId,
  async ({ e_invoice_order_id: id }: { e_invoice_order_id: string }, { container }) => {
    await eInvoiceModule(container).orders.statuses.flag(id, REFUNDED_AT_SERVICE)
    await compareRefunds(refundDependenciesOf(container), id, { recorded: false })
    return new StepResponse()
  }
)
