import type {
  BigNumberInput,
  RefundPaymentInput,
  RefundPaymentOutput,
} from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import {
  mayBeCancelling,
  orderNowOf,
  type RefundedOrder,
  refundedOrderOf,
  refuseWhereCancelled,
  refuseWhereNetted,
  refuseWhereUncaptured,
  refuseWhileChanging,
} from "../../domain/refunds/medusa-order"
import { refuseWhereCreditIsMissing } from "../../domain/refunds/credit-by-hand"
import { answerMedusa } from "../../domain/payment-lease"
import { sendRefund } from "../../domain/refunds/send-refund"
import { uncountedRefunds } from "../../domain/refunds/uncounted-refunds"
import { formatOre, LEAST_AMOUNT, toOre } from "../../mapping"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import { REFUND_METADATA } from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { type ProviderDependencies, refundDependenciesOf } from "./dependencies"
import { actingUser, orderOfPayment, paymentDataOf } from "./payment"

/**
 * Refunds at the service what Medusa refunds: the lines that were chosen, those that changed in the order, or spread over all. Medusa's
 * refund is the key: the same one is never sent twice.
 *
 * @throws MedusaError with a sentence for the merchant when the service refuses, or its answer was lost
 */
export async function refundPayment(
  dependencies: ProviderDependencies,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const { eInvoice } = dependencies
  const refundId = input.context?.idempotency_key
  if (!refundId) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "A refund without the id of Medusa's own refund cannot be made safely."
    )
  }
  const asked = await askedRefund(dependencies, refundId)
  await refuseFractionOfOre(dependencies, asked, input.amount)
  const medusaOrder = await medusaOrderOf(dependencies, asked)
  const order = await answerMedusa(
    eInvoice.leases,
    { orderId: medusaOrder?.id, paymentId: asked.paymentId ?? "", of: "refund" },
    (lease) => send(dependencies, input, { ...asked, refundId, lease }),
    (lease) => isAlone(dependencies, input, { ...asked, refundId, order: medusaOrder, lease })
  )
  return { data: paymentDataOf(await orderNow(dependencies, order)) }
}

/** @returns the order that was refunded, as it stood before */
async function send(
  dependencies: ProviderDependencies,
  input: RefundPaymentInput,
  asked: AskedRefund & { refundId: string; lease: Lease }
): Promise<FollowedOrder> {
  const { refundId, rowId, lease } = asked
  const order = await orderOfPayment(dependencies.eInvoice, input)
  // Not before: the credit of the refund that held the lease is a change of the order, too.
  const medusaOrder = await recordableOn(dependencies, asked)
  const now =
    rowId === undefined && medusaOrder
      ? await orderNowOf(dependencies.query, medusaOrder.id)
      : undefined
  const amountOre = toOre(input.amount)
  const isCancelling = mayBeCancelling(order, medusaOrder, amountOre)
  if (rowId === undefined && !isCancelling) {
    refuseWhereUncaptured(medusaOrder)
    refuseWhereNetted(order, { now, amountOre })
    await refuseWhereCreditIsMissing(dependencies.eInvoice, order)
  }
  await sendRefund(refundDependenciesOf(dependencies), order, {
    refundId,
    amountOre,
    isCancelling,
    actor: await actingUser(dependencies, "refund", refundId),
    rowId,
    orderNow: now,
    lease,
  })
  return order
}

const medusaOrderOf = async (
  { query }: ProviderDependencies,
  { paymentId }: AskedRefund
): Promise<RefundedOrder | undefined> =>
  paymentId === undefined ? undefined : refundedOrderOf(query, paymentId)

/**
 * The Medusa order of the payment, which has to take the refund. What the Refunds section begins is recorded without the
 * credit that a cancelled order refuses.
 */
async function recordableOn(
  dependencies: ProviderDependencies,
  asked: AskedRefund
): Promise<RefundedOrder | undefined> {
  const medusaOrder = await medusaOrderOf(dependencies, asked)
  refuseWhileChanging(medusaOrder, "The refund was not sent")
  if (asked.rowId === undefined) {
    refuseWhereCancelled(medusaOrder)
  }
  return medusaOrder
}

/**
 * Whether the order counts all other refunds of the payment. Those that it does not count yet, Medusa's own flow writes along with
 * this one, with the amount of this one.
 */
async function isAlone(
  { query, eInvoice }: ProviderDependencies,
  input: RefundPaymentInput,
  {
    refundId,
    paymentId,
    order,
    lease,
  }: AskedRefund & { refundId: string; order: RefundedOrder | undefined; lease: "held" | "awaited" }
): Promise<boolean> {
  if (!order || paymentId === undefined) {
    return true
  }
  const uncounted = await uncountedRefunds(query, { orderId: order.id, paymentId })
  const others = uncounted.filter(({ id }) => id !== refundId)
  if (others.length === 0 || lease === "awaited") {
    return others.length === 0
  }
  // One whose process was killed is settled before anything is sent, and taken out of Medusa where this one stands for it.
  const open = await eInvoice.refunds.open((await orderOfPayment(eInvoice, input)).id)
  return others.every(({ id }) => id === open?.refund_id)
}

/** The money is gone: that the order cannot be read again must not have Medusa take its refund back. */
async function orderNow(
  { eInvoice, logger }: ProviderDependencies,
  order: FollowedOrder
): Promise<FollowedOrder> {
  try {
    return (await eInvoice.orders.statuses.find(order.id)) ?? order
  } catch (error) {
    logger.warn(
      `e-invoice: ${order.id} was refunded, and could not be read again: ${messageOf(error)}`
    )
    return order
  }
}

const askedRefunds = z.array(
  z.object({
    metadata: z
      .object({ [REFUND_METADATA]: z.string() })
      .nullish()
      .catch(undefined),
    payment: z.object({ id: z.string() }).nullish(),
  })
)

/** What Medusa wrote down of a refund before it asked the provider. */
type AskedRefund = {
  /** The refund here that it is made for, from our own workflow; undefined for one made with Medusa's own button. */
  readonly rowId: string | undefined
  readonly paymentId: string | undefined
}

async function askedRefund(
  { query }: Pick<ProviderDependencies, "query">,
  refundId: string
): Promise<AskedRefund> {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "metadata", "payment.id"],
    filters: { id: refundId },
  })
  const [refund] = askedRefunds.parse(data)
  return {
    rowId: refund?.metadata?.[REFUND_METADATA],
    paymentId: refund?.payment?.id,
  }
}

const amounts = z
  .array(z.object({ raw_amount: z.custom<BigNumberInput>() }))
  .nullish()
  .transform((entries) =>
    (entries ?? []).reduce((sum, { raw_amount }) => MathBN.add(sum, raw_amount), MathBN.convert(0))
  )

const payments = z.array(z.object({ captures: amounts, refunds: amounts }))

/**
 * Refuses a refund that is not of whole øre: the service would pay back another amount than Medusa records. The rest of a
 * payment may carry a fraction, which Medusa's own division left in the price.
 *
 * @param amount decimal major units, as Medusa gives it
 * @throws MedusaError invalid_data naming the amount
 */
async function refuseFractionOfOre(
  { query }: Pick<ProviderDependencies, "query">,
  asked: Pick<AskedRefund, "paymentId">,
  amount: BigNumberInput
): Promise<void> {
  const whole = formatOre(toOre(amount))
  if (MathBN.eq(amount, whole)) {
    return
  }
  const { paymentId } = asked
  // Asked for by the payment: by way of a refund, Medusa gives the payment's captures and leaves its refunds out.
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captures.raw_amount", "refunds.raw_amount"],
    filters: { id: paymentId ?? "" },
  })
  const [payment] = payments.parse(data)
  // Medusa's refund is among the payment's already.
  if (
    payment &&
    MathBN.lt(MathBN.abs(MathBN.sub(payment.captures, payment.refunds)), LEAST_AMOUNT)
  ) {
    return
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `amount: must be whole øre; nothing was refunded. Refund ${whole} instead of ${MathBN.convert(amount).toFixed()}.`
  )
}
