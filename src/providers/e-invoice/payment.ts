import type {
  CancelPaymentInput,
  CancelPaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  PaymentSessionStatus as PaymentSessionStatusText,
  RetrievePaymentInput,
  RetrievePaymentOutput,
} from "@medusajs/framework/types"
import {
  MedusaError,
  PaymentCollectionStatus,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { notAllowed, refusal } from "../../domain/failure"
import { creditRest } from "../../domain/refunds/send-credit"
import { cancelAtService } from "../../domain/status/cancel-at-service"
import {
  followed,
  type FollowedOrder,
  type OrderRow,
} from "../../modules/e-invoice/orders/order-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import {
  type CapturedStatuses,
  countsAsCaptured,
  isEndedWithoutPayment,
  lastingStatusOf,
} from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { HELD_PAYMENT } from "../../modules/e-invoice/orders/holds"
import { type ProviderDependencies, refundDependenciesOf } from "./dependencies"
import { readSessionData, type SessionData } from "./session"

/** What the service keeps as the reason. */
const CANCELLATION_NOTE = "Cancelled in the store"

/**
 * Cancels the invoice at the service along with the Medusa payment. Where Medusa cancels the payment only because the order
 * changed, nothing is sent: the invoice follows the order (docs/decisions/an-invoice-follows-its-order.md).
 *
 * @throws MedusaError with a sentence for the merchant when the service refuses, as after payment, or cannot be asked;
 *   in the latter case the sweep goes on trying
 */
export async function cancelPayment(
  dependencies: ProviderDependencies,
  input: CancelPaymentInput
): Promise<CancelPaymentOutput> {
  const { eInvoice, query } = dependencies
  // Without a payment's id Medusa could not write the payment, because another process wrote it first: the order is its.
  if (!input.context?.idempotency_key) {
    return {}
  }
  const order = await orderOfPayment(eInvoice, input)
  if (order.holdUntil) {
    // Nothing is at the service. Medusa also cancels it when the order is edited: whether it stands, the order says.
    return { data: paymentDataOf(order) }
  }
  if (order.status === "EXPIRED") {
    // As it is, it bills no customer: its payment is released. Whether it may still come to bill one, the Medusa order says.
    return { data: paymentDataOf(order) }
  }
  if (await isOfChangedOrder(query, input.context.idempotency_key)) {
    await eInvoice.orders.statuses.orderChanged(order.id)
    return { data: paymentDataOf(order) }
  }
  try {
    const cancellation = await cancelAtService(eInvoice, order, {
      note: CANCELLATION_NOTE,
      actor: "medusa",
      creditRest: creditRest(refundDependenciesOf(dependencies), "medusa"),
    })
    if (cancellation.outcome === "refused") {
      throw notAllowed(`The invoice was not cancelled. ${cancellation.why}`)
    }
  } catch (error) {
    throw refusal("The invoice was not cancelled yet", error)
  }
  return {
    data: paymentDataOf((await eInvoice.orders.statuses.find(order.id)) ?? order),
  }
}

const cancelledPayments = z.array(
  z.object({
    payment_collection: z
      .object({
        status: z.string(),
        // Several, of a cart that was ordered twice, come as a list: cancelling one of them is no change of the other.
        order: z
          .object({
            status: z.string(),
            canceled_at: z.unknown().transform(Boolean),
            payment_collections: z.array(z.object({ status: z.string() })).nullish(),
          })
          .nullish()
          .catch(undefined),
      })
      .nullish(),
  })
)

/**
 * Whether Medusa cancels a payment since it makes a new one over another amount: only then it has cancelled the payment's
 * collection before, another collection waits for its payment, and the order stands.
 */
async function isOfChangedOrder(
  query: ProviderDependencies["query"],
  paymentId: string
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "payment_collection.status",
      "payment_collection.order.status",
      "payment_collection.order.canceled_at",
      "payment_collection.order.payment_collections.status",
    ],
    filters: { id: paymentId },
  })
  const collection = cancelledPayments.parse(data)[0]?.payment_collection
  const order = collection?.order
  return (
    collection?.status === PaymentCollectionStatus.CANCELED &&
    !!order &&
    order.status !== "canceled" &&
    !order.canceled_at &&
    (order.payment_collections ?? []).some(
      ({ status }) =>
        status === PaymentCollectionStatus.NOT_PAID || status === PaymentCollectionStatus.AWAITING
    )
  )
}

/** What the journal knows of a payment; no call goes out. */
export async function getPaymentStatus(
  dependencies: ProviderDependencies,
  input: GetPaymentStatusInput
): Promise<GetPaymentStatusOutput> {
  const row = await journalRowOf(dependencies, input)
  if (!row) {
    return { status: PaymentSessionStatus.PENDING }
  }
  const { capturedStatuses } = dependencies.eInvoice.options
  return {
    status: paymentStatusOf(row, capturedStatuses),
    data: { ...paymentDataOf(followed(row)) },
  }
}

/** The opaque data of a payment, with the status that was last heard. */
export async function retrievePayment(
  dependencies: ProviderDependencies,
  input: RetrievePaymentInput
): Promise<RetrievePaymentOutput> {
  const row = await journalRowOf(dependencies, input)
  return { data: row ? { ...paymentDataOf(followed(row)) } : { ...readSessionData(input.data) } }
}

/** What Medusa calls the state of a row. */
export function paymentStatusOf(
  row: Pick<OrderRow, "state" | "remote_status" | "paid_at"> &
    Partial<Pick<OrderRow, "hold_until">>,
  capturedStatuses: CapturedStatuses
): PaymentSessionStatusText {
  if (row.hold_until) {
    return PaymentSessionStatus.AUTHORIZED
  }
  if (row.state === "abandoned") {
    return PaymentSessionStatus.CANCELED
  }
  if (row.state !== "succeeded") {
    return PaymentSessionStatus.PENDING
  }
  const status = lastingStatusOf(row.remote_status)
  if (isEndedWithoutPayment(status)) {
    return PaymentSessionStatus.CANCELED
  }
  return countsAsCaptured({ status, paid: row.paid_at !== null }, capturedStatuses)
    ? PaymentSessionStatus.CAPTURED
    : PaymentSessionStatus.AUTHORIZED
}

async function journalRowOf(
  { eInvoice }: ProviderDependencies,
  input: GetPaymentStatusInput
): Promise<OrderRow | undefined> {
  const { e_invoice_order_id } = readSessionData(input.data)
  if (e_invoice_order_id) {
    return eInvoice.orders.creations.find(e_invoice_order_id)
  }
  const session = input.context?.idempotency_key
  return session ? eInvoice.orders.creations.ofSession(session) : undefined
}

/**
 * The e-invoice order that a payment stands for.
 *
 * @param input what Medusa hands to a provider's method
 * @throws MedusaError when the payment names none, or one that is gone
 */
export async function orderOfPayment(
  { orders: { statuses } }: Pick<EInvoiceModuleService, "orders">,
  input: { data?: Record<string, unknown> }
): Promise<FollowedOrder> {
  const { e_invoice_order_id: id } = readSessionData(input.data)
  const order = id === undefined ? undefined : await statuses.find(id)
  if (!order) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "This payment names no e-invoice order, so nothing can be done about it at the service. It was not made by this plugin, or its records were deleted."
    )
  }
  return order
}

/** What a payment of ours carries. */
export const paymentDataOf = (order: FollowedOrder): SessionData => ({
  e_invoice_order_id: order.id,
  ...(order.orderUuid && { order_uuid: order.orderUuid }),
  ...(order.referenceNo && { reference_no: order.referenceNo }),
  ...(order.storedStatus && { status: order.storedStatus }),
  ...(order.holdUntil && { status: HELD_PAYMENT }),
})

const records = z.array(z.object({ created_by: z.string().nullish().catch(undefined) }))

/**
 * Who asked Medusa for a capture or a refund, as far as Medusa wrote it down; `medusa` when it was a flow of its own.
 *
 * @param id the capture's or refund's id, which Medusa hands to the provider as idempotency key
 */
export async function actingUser(
  { query }: Pick<ProviderDependencies, "query">,
  entity: "capture" | "refund",
  id: string | undefined
): Promise<TimelineActor> {
  if (id === undefined) {
    return "medusa"
  }
  const { data } = await query.graph({
    entity,
    fields: ["id", "created_by"],
    filters: { id },
  })
  const user = records.parse(data)[0]?.created_by
  return user ? `admin:${user}` : "medusa"
}
