import { MathBN, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/** A payment of which something was refunded, and the order it is for. */
export type AddRefundTransactionInput = {
  order_id: string
  payment_id: string
}

/** Id of `addRefundTransactionStep`. */
export const addRefundTransactionStepId = "add-e-invoice-refund-transaction"

/**
 * Brings the refunds among an order's transactions up to those of its payment. When Medusa cancels an order it writes a
 * transaction also for a refund that failed: what counts there already is not counted again.
 *
 * Nothing is taken back when a later step fails, as in Medusa's own step: the money went back.
 */
export const addRefundTransactionStep = createStep(
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
