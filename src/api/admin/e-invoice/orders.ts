import type { MiddlewareRoute } from "@medusajs/framework/http"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { OperationOverrides } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { orderStatuses } from "../../../connect/order-status"
import { isCancelledPayment } from "../../../domain/medusa-orders"
import {
  isCallbackOverdue,
  isInDebtCollection,
  type OrderInMedusa,
  type OrderWarning,
  orderWarnings,
  whyNotCancellable,
} from "../../../domain/status/order-warnings"
import { INTENT_STATES } from "../../../modules/e-invoice/intent"
import type EInvoiceOrder from "../../../modules/e-invoice/models/e-invoice-order"
import { ATTENTION, type Attention, flagsOf } from "../../../modules/e-invoice/orders/flags"
import { dueOf, type LastingStatus } from "../../../modules/e-invoice/orders/order-status"
import type {
  JournalFailure,
  OtherOrder,
  SentRequest,
} from "../../../modules/e-invoice/orders/order-row"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"
import { type Can, possibilitiesOf } from "./describe-operations"
import { type CsvColumns, money } from "./csv"
import { namesOf, type Reader, type RowNames } from "./customer-names"
import { id, listParams, lists, oneOrMore, timeRange } from "./lists"
import { changes, emptyBody, note, reads } from "./requests"

/** Checks and policies of the routes of e-invoice orders. */
export const orderMiddlewares = (): MiddlewareRoute[] => [
  lists("/orders", adminListEInvoiceOrdersParams, SORTABLE_ORDER_COLUMNS),
  reads("/orders/:id"),
  changes("/orders/:id/refresh", emptyBody),
  changes("/orders/:id/cancel", adminCancelEInvoiceOrder, policyFor.cancelling),
  reads("/orders/:id/settle"),
  changes("/orders/:id/settle", adminSettleEInvoiceOrder, policyFor.settling),
]

/** Filters for orders with any of the flags asked for; `attention` keeps an order's flags in one text. */
export function filtersByFlag({
  attention,
  ...filters
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flags = [attention].flat().filter((flag) => typeof flag === "string")
  return flags.length === 0
    ? filters
    : {
        ...filters,
        $or: flags.map((flag) => ({ attention: { $like: `%${flag}%` } })),
      }
}

export type AdminListEInvoiceOrdersParams = z.infer<
  ReturnType<typeof adminListEInvoiceOrdersParams>
>

/** Query of `GET /admin/e-invoice/orders`. */
export const adminListEInvoiceOrdersParams = lazily(() =>
  listParams({
    id: oneOrMore(id),
    order_id: oneOrMore(id),
    payment_id: oneOrMore(id),
    remote_order_uuid: oneOrMore(id),
    remote_status: oneOrMore(z.enum(orderStatuses)),
    state: oneOrMore(z.enum(INTENT_STATES)),
    attention: oneOrMore(z.enum(ATTENTION)),
    reference_no: oneOrMore(id),
    invoice_number: oneOrMore(id),
    currency_code: oneOrMore(id),
    last_checked_at: timeRange,
    paid_at: timeRange,
  })
)

/** Columns by which `GET /admin/e-invoice/orders` may be sorted. */
export const SORTABLE_ORDER_COLUMNS = [
  "id",
  "created_at",
  "updated_at",
  "grand_total",
  "state",
  "remote_status",
  "last_checked_at",
] as const

export type AdminCancelEInvoiceOrder = z.infer<ReturnType<typeof adminCancelEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/cancel`. */
const adminCancelEInvoiceOrder = lazily(() =>
  z.strictObject({
    note: note.optional(),
  })
)

export type AdminSettleEInvoiceOrder = z.infer<ReturnType<typeof adminSettleEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/settle`. */
const adminSettleEInvoiceOrder = lazily(() =>
  z
    .strictObject({
      decision: z.enum(["adopt", "create-again", "give-up", "declare-foreign"]),
      attempt: z.int().positive().optional(),
      order_uuid: id.optional(),
      not_it: z.array(id).max(100).optional(),
    })
    .superRefine(({ decision, attempt, order_uuid, not_it }, context) => {
      if ((decision === "declare-foreign") !== (attempt === undefined)) {
        context.addIssue({
          code: "custom",
          path: ["attempt"],
          message:
            attempt === undefined
              ? "attempt: send the attempt that was decided about, as the order shows it"
              : "attempt: does not go with the decision declare-foreign",
        })
      }
      const isNeeded = decision === "adopt" || decision === "declare-foreign"
      if (isNeeded && not_it !== undefined) {
        context.addIssue({
          code: "custom",
          path: ["not_it"],
          message: `not_it: goes with the decisions create-again and give-up, not with ${decision}`,
        })
      }
      if (isNeeded !== (order_uuid !== undefined)) {
        context.addIssue({
          code: "custom",
          path: ["order_uuid"],
          message: isNeeded
            ? `order_uuid: name the order at the service that the decision ${decision} is about`
            : `order_uuid: goes with the decisions adopt and declare-foreign, not with ${decision}`,
        })
      }
    })
)

type EInvoiceOrderRecord = InferTypeOf<typeof EInvoiceOrder>

/** The columns that staff see. Left out: token hash, fingerprint, customer. */
export const ORDER_COLUMNS = [
  "id",
  "order_id",
  "payment_id",
  "cart_id",
  "reference_no",
  "currency_code",
  "grand_total",
  "refunded_total",
  "credited_total",
  "state",
  "attempt",
  "remote_order_uuid",
  "remote_status",
  "invoiced_at",
  "paid_at",
  "attention",
  "cancel_requested_at",
  "hold_until",
  "fulfillment_id",
  "invoice_number",
  "failure",
  "last_checked_at",
  "last_checked_by",
  "next_check_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof EInvoiceOrderRecord)[]

/**
 * `order_number` is the Medusa order's, and `customer` its customer; `reference_no` is what the invoice says. They differ
 * where an attempt adopted the invoice of an earlier one, and where an invoice bills a parcel (`fulfillment_id`). What waits for
 * its parcels has `hold_until`. `flags` are what staff have to act on, most severe first; `attention` is the first of them. `warnings` are what they have
 * to know, most severe first, and `can` which operations are possible: codes, not sentences.
 */
export type ShownEInvoiceOrder = Omit<
  Pick<EInvoiceOrderRecord, (typeof ORDER_COLUMNS)[number]>,
  "attention" | "failure"
> &
  RowNames & {
    /**
     * When its invoice is due, by when the service first reported it: an estimate; null while none is out, once it is paid, and
     * where the service reminds of it before that.
     */
    due_at: Date | null
    /** Whether an invoice is unpaid that is past its estimate, or that the service reminds of or has collected. */
    is_overdue: boolean
    attention: Attention | null
    failure: JournalFailure | null
    flags: Attention[]
    warnings: OrderWarning[]
    can: Can
  }

/** E-invoice orders as a list shows them; amounts in major units. */
export async function shownOrders(
  reader: Reader,
  orders: readonly EInvoiceOrderRecord[]
): Promise<ShownEInvoiceOrder[]> {
  const ids = orders.flatMap(({ order_id }) => order_id ?? [])
  const [inMedusa, nameOf] = await Promise.all([
    ordersInMedusa(reader.scope, ids),
    namesOf(reader, orders),
  ])
  const { options, clock } = eInvoiceModule(reader.scope)
  const now = clock.now()
  return orders.map((order) => ({
    ...shown(order, inMedusa.get(order.order_id ?? ""), options.operations),
    ...shownDue(order, now),
    ...nameOf(order),
  }))
}

function shown(
  order: EInvoiceOrderRecord,
  inMedusa: OrderInMedusa | undefined,
  overrides: OperationOverrides
): Omit<ShownEInvoiceOrder, keyof RowNames | keyof ShownDue> {
  const flags = flagsOf(order.attention)
  const can = possibilitiesOf("orders", order.remote_status, overrides)
  const whyNot = whyNotCancellable(order)
  return {
    ...(Object.fromEntries(ORDER_COLUMNS.map((name) => [name, order[name]])) as Omit<
      ShownEInvoiceOrder,
      keyof RowNames | keyof ShownDue | "attention" | "flags" | "warnings" | "can"
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

type ShownDue = Pick<ShownEInvoiceOrder, "due_at" | "is_overdue">

function shownDue(
  { remote_status, paid_at, invoiced_at, created_at }: EInvoiceOrderRecord,
  now: Date,
  isCollected = false
): ShownDue {
  const { at, isOverdue } = dueOf(
    { status: (remote_status as LastingStatus | null) ?? undefined, paid: paid_at !== null },
    { invoicedAt: invoiced_at ?? created_at, now, isCollected }
  )
  return { due_at: at, is_overdue: isOverdue }
}

/** E-invoice orders in a file. */
export const ordersAsCsv: CsvColumns<ShownEInvoiceOrder> = {
  created_at: (order) => order.created_at,
  order_number: (order) => order.order_number,
  reference_no: (order) => order.reference_no,
  invoice_number: (order) => order.invoice_number,
  customer_name: (order) => order.customer?.name,
  customer_email: (order) => order.customer?.email,
  company_name: (order) => order.customer?.company,
  state: (order) => order.state,
  status: (order) => order.remote_status,
  currency_code: (order) => order.currency_code.toUpperCase(),
  grand_total: (order) => money(order.grand_total),
  refunded_total: (order) => money(order.refunded_total),
  credited_total: (order) => money(order.credited_total),
  estimated_due_at: (order) => order.due_at,
  is_overdue: (order) => (order.is_overdue ? "yes" : "no"),
  paid_at: (order) => order.paid_at,
  flags: (order) => order.flags.join(" "),
  e_invoice_order_id: (order) => order.remote_order_uuid,
  last_checked_at: (order) => order.last_checked_at,
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
                    captured_at: z.unknown(),
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

/** Medusa's own orders by id; a deleted order is left out. */
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
      "payment_collections.payments.captured_at",
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
                    cancelled: isCancelledPayment(payment),
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
export async function orderAnswer(reader: Reader, id: string) {
  const eInvoice = eInvoiceModule(reader.scope)
  const [order] = await eInvoice.listEInvoiceOrders({ id })
  if (!order) {
    throw noSuchOrder(id)
  }
  const [[answer], timeline, refunds, otherOrders] = await Promise.all([
    shownOrders(reader, [order]),
    eInvoice.timeline.list(id),
    eInvoice.refunds.list(id),
    eInvoice.orders.others.of(id),
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
  const isCollected = isInDebtCollection(order, timeline)
  const ofTimeline: OrderWarning[] = [
    ...(isCollected ? (["in_debt_collection"] as const) : []),
    ...(isOverdue ? (["callback_overdue"] as const) : []),
  ]
  return {
    ...answer,
    ...(isCollected && shownDue(order, eInvoice.clock.now(), isCollected)),
    warnings: [...answer.warnings, ...ofTimeline],
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
  purpose: refund.purpose,
  type: refund.type,
  products: refund.products,
  state: refund.state,
  attempt: refund.attempt,
  failure: refund.failure,
  created_at: refund.created_at,
})
