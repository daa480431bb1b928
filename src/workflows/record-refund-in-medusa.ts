import type {
  BigNumberInput,
  CreateOrderTransactionDTO,
  MedusaContainer,
  PaymentCollectionUpdatableFields,
} from "@medusajs/framework/types"
import {
  ChangeActionType,
  ContainerRegistrationKeys,
  MathBN,
  Modules,
  OrderChangeType,
  PaymentEvents,
} from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import {
  addOrderTransactionStep,
  createOrderChangeActionsWorkflow,
  createOrderChangeStep,
} from "@medusajs/medusa/core-flows"

import { writePayment } from "../domain/payment-lease"
import { type RefundedOrder, refundedOrderOf } from "../domain/refunds/medusa-order"
import { type UncountedRefund, uncountedRefunds } from "../domain/refunds/uncounted-refunds"
import type { Lease } from "../modules/e-invoice/leases"
import { messageOf } from "../modules/e-invoice/message-of"
import { REFUND_METADATA } from "../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { creditOfRefund } from "./credit-of-refund"
import { eInvoiceModule } from "./e-invoice-module"
import { amounts, type RefundToRecord } from "./refund-account"

/** A refund that is written down here, and who asked for it or found out. */
export type RecordRefundInMedusaInput = RefundToRecord & {
  actor: TimelineActor
  note?: string | undefined
  refund_reason_id?: string | undefined
}

/** Id of `recordRefundInMedusaWorkflow`. */
export const recordRefundInMedusaWorkflowId = "record-e-invoice-refund-in-medusa"

/** Id of `recordRefundStep`. */
const recordRefundStepId = "record-e-invoice-refund"

/**
 * Records a refund in one step: no other payment or refund of the order is written meanwhile, and a workflow holds no lease
 * across its steps.
 *
 * Nothing is taken back when a later step fails, as in Medusa's own step: the service refunded.
 */
const recordRefundStep = createStep(
  recordRefundStepId,
  async (asked: RecordRefundInMedusaInput, { container }): Promise<StepResponse<string>> => {
    const order = await refundedOrderOf(
      container.resolve(ContainerRegistrationKeys.QUERY),
      asked.payment_id
    )
    const refund = {
      payment_id: asked.payment_id,
      amount: asked.amount,
      ...(asked.note !== undefined && { note: asked.note }),
      ...(asked.refund_reason_id !== undefined && { refund_reason_id: asked.refund_reason_id }),
      ...(asked.actor.startsWith("admin:") && { created_by: asked.actor.slice("admin:".length) }),
      // Handed on to Medusa's refund as it is; the provider finds the refund here by it.
      metadata: { [REFUND_METADATA]: asked.refund_row_id },
    }
    const { leases, refunds } = eInvoiceModule(container)
    const write = { orderId: order?.id, paymentId: asked.payment_id, of: "refund" as const }
    await writePayment(leases, write, async (lease) => {
      const credit = order && (await creditOfRefund(container, order.id, asked))
      await container.resolve(Modules.PAYMENT).refundPayment(refund)
      if (order && credit !== undefined) {
        // A process that was killed may have left another refund of Medusa's with the same metadata.
        const made = await refunds.find(asked.refund_row_id)
        await countRefunds(
          container,
          { order, payment_id: asked.payment_id, credit },
          ({ id }) => id === made?.refund_id,
          lease
        )
      }
    })
    await tellOfRefund(container, asked.payment_id)
    return new StepResponse(asked.refund_row_id)
  }
)

/** Medusa's own event of a refund. Where it cannot be emitted nothing is taken back: the money is gone. */
async function tellOfRefund(container: MedusaContainer, paymentId: string): Promise<void> {
  const name = PaymentEvents.REFUNDED
  try {
    await container.resolve(Modules.EVENT_BUS).emit({ name, data: { id: paymentId } })
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`e-invoice: ${name} of ${paymentId} could not be emitted: ${messageOf(error)}`)
  }
}

/** From now on Medusa waits for parcels that these goods made up for. */
async function lookAtHolds(container: MedusaContainer, orderId: string): Promise<void> {
  const { clock, orders } = eInvoiceModule(container)
  for (const { id } of await orders.holds.ofOrder(orderId)) {
    await orders.holds.lookAt(id, clock.now())
  }
}

/**
 * Makes Medusa's own refund of one that is written down here. The provider finds it by the refund's metadata: what is only
 * prepared it sends, for what the service refunded already it sends nothing.
 *
 * The refund is made of the payment, and counted by us on the order: Medusa's own flow writes all refunds of the payment that the
 * order does not count yet with the amount of this one.
 */
export const recordRefundInMedusaWorkflow = createWorkflow(
  recordRefundInMedusaWorkflowId,
  (input: WorkflowData<RecordRefundInMedusaInput>): WorkflowResponse<string> =>
    new WorkflowResponse(recordRefundStep(input))
)

/** A payment of which something was refunded, and the order it is for. */
type RefundedPayment = {
  readonly order: Pick<RefundedOrder, "id" | "cancelled" | "isLeftOfTwo">
  readonly payment_id: string
  /** What of it the customer was not owed: decimal major units. */
  readonly credit: string
}

/**
 * Has the order count refunds of its payment that it does not count yet: one transaction each, by the refund's id. To be called
 * under the order's payment lease, so that no other counts them meanwhile.
 *
 * A cancelled order takes no credit. Neither do goods which came back and which Medusa counts against what it waits for otherwise:
 * they are owed, and a credit would count them once more. Nor is one given to the order that goes on of two: it has to be billed anew.
 */
async function countRefunds(
  container: MedusaContainer,
  { order, payment_id, credit }: RefundedPayment,
  which: (refund: UncountedRefund) => boolean,
  lease: Lease
): Promise<void> {
  const most = order.cancelled || order.isLeftOfTwo ? "0" : credit
  const uncounted = await uncountedRefunds(container.resolve(ContainerRegistrationKeys.QUERY), {
    orderId: order.id,
    paymentId: payment_id,
  })
  for (const { id, amount } of uncounted.filter(which)) {
    const { currency_code, payment_collection_id } = await container
      .resolve(Modules.PAYMENT)
      .retrievePayment(payment_id)
    const transaction = {
      order_id: order.id,
      // Refunds are negative among an order's transactions.
      amount: MathBN.mult(amount, -1),
      currency_code,
      reference: "refund",
      reference_id: id,
    }
    // What this process does not count any more, the sweep counts.
    await lease.check()
    if (MathBN.lte(most, 0)) {
      await container.resolve(Modules.ORDER).addOrderTransactions(transaction)
    } else {
      await countWithCreditWorkflow(container).run({
        input: {
          transaction,
          credit: most,
          reference: (await reasonOf(container, id)) ?? {
            reference: "payment_collection",
            reference_id: payment_collection_id,
          },
        },
      })
    }
    if (MathBN.lt(most, amount)) {
      await lookAtHolds(container, order.id)
    }
  }
}

/**
 * Has the order of a payment, and its payment collection, count a refund that Medusa was kept from counting: its process ended, or a
 * change of the order began meanwhile.
 *
 * @throws MedusaError while the order has an open change; nothing is written then
 */
export async function countLeftRefund(
  container: MedusaContainer,
  order: RefundedOrder,
  { refund_id, ...refund }: RefundToRecord & { refund_id: string }
): Promise<void> {
  const { payment_id } = refund
  const write = { orderId: order.id, paymentId: payment_id, of: "refund" as const }
  await writePayment(eInvoiceModule(container).leases, write, async (lease) => {
    const credit = await creditOfRefund(container, order.id, refund)
    const isLeft = ({ id }: UncountedRefund) => id === refund_id
    await countRefunds(container, { order, payment_id, credit }, isLeft, lease)
    await sumRefunds(container, payment_id, lease)
  })
}

const collections = z.array(
  z.object({
    refunded_amount: z.union([z.string(), z.number()]).nullish(),
    payments: z.array(z.object({ refunds: amounts })),
  })
)

/** Medusa sums the refunds of a payment collection with the next one only. */
async function sumRefunds(
  container: MedusaContainer,
  paymentId: string,
  lease: Lease
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { payment_collection_id: id } = await payments.retrievePayment(paymentId)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["id", "refunded_amount", "payments.refunds.raw_amount"],
    filters: { id },
  })
  const [collection] = collections.parse(data)
  const total = MathBN.sum(0, ...(collection?.payments ?? []).map(({ refunds }) => refunds))
  if (!MathBN.eq(collection?.refunded_amount ?? 0, total)) {
    await lease.check()
    // Its type leaves out what Medusa's own module writes by the same call.
    const sums: PaymentCollectionUpdatableFields & { refunded_amount: BigNumberInput } = {
      refunded_amount: total,
    }
    await payments.updatePaymentCollections(id, sums)
  }
}

type Reference = { reference: string; reference_id: string }

const reasons = z.array(
  z.object({ refund_reason: z.object({ label: z.string(), code: z.string() }).nullish() })
)

/** Why a refund was made, where staff said so: what Medusa refers a credit to. */
async function reasonOf(
  container: MedusaContainer,
  refundId: string
): Promise<Reference | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: ["id", "refund_reason.label", "refund_reason.code"],
    filters: { id: refundId },
  })
  const reason = reasons.parse(data)[0]?.refund_reason
  return reason ? { reference: reason.label, reference_id: reason.code } : undefined
}

type CountWithCreditInput = {
  transaction: CreateOrderTransactionDTO
  /** What is credited: decimal major units. */
  credit: string
  reference: Reference
}

const confirmCreditStepId = "confirm-e-invoice-refund-credit"

const confirmCreditStep = createStep(
  confirmCreditStepId,
  async (changeId: string, { container }) => {
    await container.resolve(Modules.ORDER).confirmOrderChange(changeId)
    return new StepResponse(changeId)
  }
)

const countWithCreditWorkflowId = "count-e-invoice-refund-with-credit"

/**
 * As Medusa's own refund does: a transaction, and a credit for the part that the customer was not owed. Medusa offers others a credit
 * of what it waits for alone, and so none while it owes for goods; the customer is still owed these.
 */
const countWithCreditWorkflow = createWorkflow(
  countWithCreditWorkflowId,
  (input: WorkflowData<CountWithCreditInput>): WorkflowResponse<string> => {
    addOrderTransactionStep(transform({ input }, (data) => data.input.transaction))
    const change = createOrderChangeStep(
      transform({ input }, (data) => ({
        change_type: OrderChangeType.CREDIT_LINE,
        order_id: data.input.transaction.order_id,
      }))
    )
    createOrderChangeActionsWorkflow.runAsStep({
      input: transform({ input, change }, (data) => [
        {
          order_change_id: data.change.id,
          order_id: data.input.transaction.order_id,
          version: data.change.version,
          action: ChangeActionType.CREDIT_LINE_ADD,
          amount: MathBN.convert(data.input.credit),
          ...data.input.reference,
        },
      ]),
    })
    return new WorkflowResponse(confirmCreditStep(transform({ change }, (data) => data.change.id)))
  }
)
