import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  addOrderTransactionStep,
  createOrderCreditLinesWorkflow,
  refundPaymentStep,
  refundPaymentWorkflow,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"

import { type RefundedOrder, refundedOrderOf } from "../domain/refunds/medusa-order"
import { REFUND_METADATA } from "../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import type { RefundToRecord } from "./refund-account"

/** A refund that is written down here, and who asked for it or found out. */
export type RecordRefundInMedusaInput = RefundToRecord & {
  actor: TimelineActor
  note?: string | undefined
  refund_reason_id?: string | undefined
}

/** Id of `recordRefundInMedusaWorkflow`. */
export const recordRefundInMedusaWorkflowId = "record-e-invoice-refund-in-medusa"

/** A payment of which something was refunded, and the order it is for. */
type AddRefundTransactionInput = {
  order_id: string
  payment_id: string
}

/** Id of `addRefundTransactionStep`. */
const addRefundTransactionStepId = "add-e-invoice-refund-transaction"

/**
 * Brings the refunds among an order's transactions up to those of its payment. When Medusa cancels an order it writes a
 * transaction also for a refund that failed: what counts there already is not counted again.
 *
 * Nothing is taken back when a later step fails, as in Medusa's own step: the service refunded.
 */
const addRefundTransactionStep = createStep(
  addRefundTransactionStepId,
  async ({ order_id, payment_id }: AddRefundTransactionInput, { container }) => {
    const payment = await container
      .resolve(Modules.PAYMENT)
      .retrievePayment(payment_id, { relations: ["refunds"] })
    const refunds = payment.refunds ?? []
    const orders = container.resolve(Modules.ORDER)
    const written = await orders.listOrderTransactions({
      order_id,
      reference: "refund",
      reference_id: [payment_id, ...refunds.map(({ id }) => id)],
    })
    // Refunds are negative among an order's transactions.
    const missing = [...refunds, ...written].reduce(
      (sum, { amount }) => MathBN.add(sum, amount),
      MathBN.convert(0)
    )
    const known = new Set(written.map(({ reference_id: id }) => id))
    const refund = refunds.findLast(({ id }) => !known.has(id))
    if (refund && MathBN.gt(missing, 0)) {
      await orders.addOrderTransactions({
        order_id,
        amount: MathBN.mult(missing, -1),
        currency_code: payment.currency_code,
        reference: "refund",
        reference_id: refund.id,
      })
    }
    return new StepResponse()
  }
)

/** Id of `readRefundedOrderStep`. */
const readRefundedOrderStepId = "read-refunded-medusa-order"

/** Reads the Medusa order that a payment is for; null where it is for none. */
const readRefundedOrderStep = createStep(
  readRefundedOrderStepId,
  async (
    { payment_id: paymentId }: { payment_id: string },
    { container }
  ): Promise<StepResponse<RefundedOrder | null>> =>
    new StepResponse(
      (await refundedOrderOf(container.resolve(ContainerRegistrationKeys.QUERY), paymentId)) ?? null
    )
)

/**
 * Makes Medusa's own refund of one that is written down here. The provider finds it by the refund's metadata: what is only
 * prepared it sends, for what the service refunded already it sends nothing.
 *
 * A cancelled order refuses the credit that Medusa's own flow adds to it, after the service refunded. Its refund is made of
 * the payment and written among the order's transactions alone.
 */
export const recordRefundInMedusaWorkflow = createWorkflow(
  recordRefundInMedusaWorkflowId,
  (input: WorkflowData<RecordRefundInMedusaInput>): WorkflowResponse<string> => {
    const order = readRefundedOrderStep(input)
    const refund = transform({ input }, ({ input: asked }) => ({
      payment_id: asked.payment_id,
      amount: asked.amount,
      note: asked.note,
      refund_reason_id: asked.refund_reason_id,
      created_by: asked.actor.startsWith("admin:") ? asked.actor.slice("admin:".length) : undefined,
      // Handed on to Medusa's refund as it is; the provider finds the refund here by it.
      metadata: { [REFUND_METADATA]: asked.refund_row_id },
    }))
    when("the-order-takes-a-credit", { order }, (data) => !data.order?.cancelled).then(() =>
      refundPaymentWorkflow.runAsStep({ input: refund })
    )
    when("the-order-is-cancelled", { order }, (data) => data.order?.cancelled === true).then(() => {
      refundPaymentStep(refund)
      addRefundTransactionStep(
        transform({ input, order }, (data) => ({
          order_id: data.order?.id ?? "",
          payment_id: data.input.payment_id,
        }))
      )
    })
    return new WorkflowResponse(transform({ input }, (data) => data.input.refund_row_id))
  }
)

/** A refund of a payment that the payment's order does not count. */
export type BookRefundOnOrderInput = {
  order_id: string
  cancelled: boolean
  payment_id: string
  payment_collection_id: string
  refund_id: string
  /** Decimal major units, as Medusa holds them. */
  amount: string
  currency_code: string
}

/** Id of `bookRefundOnOrderWorkflow`. */
export const bookRefundOnOrderWorkflowId = "book-e-invoice-refund-on-order"

/**
 * Writes on an order what Medusa's own refund would have written after the service refunded, where it was kept from it: its
 * process ended, or a change of the order began meanwhile. As Medusa does: a transaction, and a credit for the part that the
 * customer was not owed.
 *
 * @throws MedusaError while the order has an open change; nothing is written then
 */
export const bookRefundOnOrderWorkflow = createWorkflow(
  bookRefundOnOrderWorkflowId,
  (input: WorkflowData<BookRefundOnOrderInput>): WorkflowResponse<string> => {
    when("the-order-is-cancelled", { input }, (data) => data.input.cancelled).then(() => {
      addRefundTransactionStep(input)
    })
    const transaction = when(
      "the-order-takes-a-credit",
      { input },
      (data) => !data.input.cancelled
    ).then(() =>
      addOrderTransactionStep(
        transform({ input }, (data) => ({
          order_id: data.input.order_id,
          amount: MathBN.mult(data.input.amount, -1),
          currency_code: data.input.currency_code,
          reference: "refund",
          reference_id: data.input.refund_id,
        }))
      )
    )
    const orders = useQueryGraphStep({
      entity: "orders",
      fields: ["id", "summary", "total"],
      // Waits for the transaction: the sums are read with it.
      filters: transform({ input, transaction }, (data) => ({ id: data.input.order_id })),
    })
    const credit = transform({ input, orders }, (data) => ({
      id: data.input.order_id,
      credit_lines: [
        {
          amount: MathBN.min(
            data.input.amount,
            data.orders.data[0]?.summary?.pending_difference ?? 0
          ),
          reference: "payment_collection",
          reference_id: data.input.payment_collection_id,
        },
      ],
    }))
    when(
      "the-customer-was-not-owed-it",
      { input, credit },
      (data) =>
        !data.input.cancelled && data.credit.credit_lines.some(({ amount }) => MathBN.gt(amount, 0))
    ).then(() => createOrderCreditLinesWorkflow.runAsStep({ input: credit }))
    return new WorkflowResponse(transform({ input }, (data) => data.input.refund_id))
  }
)
