import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { OperationOverrides } from "../../../connect"
import {
  isCallbackOverdue,
  type OrderInMedusa,
  type OrderWarning,
  orderWarnings,
  whyNotCancellable,
} from "../../../domain/status/order-warnings"
import type EInvoiceOrder from "../../../modules/e-invoice/models/e-invoice-order"
import type { OtherOrder } from "../../../modules/e-invoice/creation/other-orders"
import type { JournalFailure, SentRequest } from "../../../modules/e-invoice/creation/journal-row"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { type Attention, flagsOf } from "../../../modules/e-invoice/status/flags"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"
import { type Can, whatCanBeDone } from "./describe-operations"

type EInvoiceOrderRecord = InferTypeOf<typeof EInvoiceOrder>

/** Names what an admin sees of an order. What is not named is not shown: token hash, fingerprint, customer. */
export const SHOWN = [
  "id",
  "order_id",
  "payment_id",
  "cart_id",
  "reference_no",
  "currency_code",
  "grand_total",
  "refunded_total",
  "state",
  "attempt",
  "remote_order_uuid",
  "remote_status",
  "paid_at",
  "attention",
  "cancel_requested_at",
  "invoice_number",
  "failure",
  "last_checked_at",
  "last_checked_by",
  "next_check_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof EInvoiceOrderRecord)[]

/**
 * `flags` are all that staff have to look at, the most severe first; `attention` is the first of them. `warnings` are what
 * they have to know, the most severe first, and `can` what can be done: codes, not sentences.
 */
export type ShownEInvoiceOrder = Omit<
  Pick<EInvoiceOrderRecord, (typeof SHOWN)[number]>,
  "attention" | "failure"
> & {
  attention: Attention | null
  failure: JournalFailure | null
  flags: Attention[]
  warnings: OrderWarning[]
  can: Can
}

/** E-invoice orders as a list shows them; amounts in major units. */
export async function shownOrders(
  container: MedusaContainer,
  orders: readonly EInvoiceOrderRecord[]
): Promise<ShownEInvoiceOrder[]> {
  const inMedusa = await ordersInMedusa(
    container,
    orders.flatMap(({ order_id }) => order_id ?? [])
  )
  const { operations } = eInvoiceModule(container).options
  return orders.map((order) => shown(order, inMedusa.get(order.order_id ?? ""), operations))
}

function shown(
  order: EInvoiceOrderRecord,
  inMedusa: OrderInMedusa | undefined,
  overrides: OperationOverrides
): ShownEInvoiceOrder {
  const flags = flagsOf(order.attention)
  const can = whatCanBeDone("orders", order.remote_status, overrides)
  const whyNot = whyNotCancellable(order)
  return {
    ...(Object.fromEntries(SHOWN.map((name) => [name, order[name]])) as Omit<
      ShownEInvoiceOrder,
      "attention" | "flags" | "warnings" | "can"
    >),
    attention: flags[0] ?? null,
    flags,
    warnings: orderWarnings({ ...order, flags }, inMedusa),
    can: {
      ...can,
      ...(whyNot && can["orders.cancel"] === "yes" && { "orders.cancel": whyNot }),
    },
  }
}

const medusaOrders = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    payment_collections: z
      .array(
        z
          .object({
            payments: z
              .array(
                z
                  .object({
                    id: z.string(),
                    raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
                    canceled_at: z.unknown(),
                  })
                  .nullable()
              )
              .nullish(),
          })
          .nullable()
      )
      .nullish(),
  })
)

/** What Medusa says of these orders, by id; an order that is gone is not among them. */
async function ordersInMedusa(
  container: MedusaContainer,
  orderIds: readonly string[]
): Promise<ReadonlyMap<string, OrderInMedusa>> {
  const ids = [...new Set(orderIds)]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "payment_collections.payments.id",
      "payment_collections.payments.raw_amount",
      "payment_collections.payments.canceled_at",
    ],
    filters: { id: ids },
  })
  return new Map(
    medusaOrders.parse(data).map(({ id, status, payment_collections }) => [
      id,
      {
        cancelled: status === "canceled",
        payments: (payment_collections ?? [])
          .flatMap((collection) => collection?.payments ?? [])
          .flatMap((payment) =>
            payment
              ? [
                  {
                    id: payment.id,
                    amount: payment.raw_amount.value,
                    cancelled: Boolean(payment.canceled_at),
                  },
                ]
              : []
          ),
      },
    ])
  )
}

/**
 * An e-invoice order with its timeline, its refunds, further orders at the service for the same payment, and the request as it was sent, which holds no customer.
 *
 * @throws MedusaError when there is none
 */
export async function orderAnswer(container: MedusaContainer, id: string) {
  const eInvoice = eInvoiceModule(container)
  const [order] = await eInvoice.listEInvoiceOrders({ id })
  if (!order) {
    throw noSuchOrder(id)
  }
  const [[answer], timeline, refunds, otherOrders] = await Promise.all([
    shownOrders(container, [order]),
    eInvoice.timeline.list(id),
    eInvoice.refunds.list(id),
    eInvoice.otherOrders.of(id),
  ])
  if (!answer) {
    throw noSuchOrder(id)
  }
  const isOverdue =
    answer.warnings.length === 0 &&
    order.state === "succeeded" &&
    order.remote_status !== null &&
    order.remote_status !== "SENT" &&
    isCallbackOverdue(timeline)
  return {
    ...answer,
    warnings: isOverdue ? (["callback_overdue"] satisfies OrderWarning[]) : answer.warnings,
    sent_request: order.sent_request as SentRequest | null,
    other_orders: otherOrders.map(shownOther),
    timeline,
    refunds: refunds.map(shownRefund),
  }
}

const shownOther = (other: OtherOrder) => ({
  order_uuid: other.orderUuid,
  state: other.state,
  found_by: other.foundBy,
  found_at: other.foundAt,
  status: other.status,
})

const shownRefund = (refund: RefundRow) => ({
  id: refund.id,
  refund_id: refund.refund_id,
  amount: refund.amount,
  type: refund.type,
  products: refund.products,
  state: refund.state,
  attempt: refund.attempt,
  failure: refund.failure,
  created_at: refund.created_at,
})
