import { z } from "zod"

import { type OrderStatus, orderStatusSchema } from "../../connect"
import { kronerOf } from "../money"
import type { LineShare } from "./reservation"
import { SandboxStateError, type World } from "./world"

/** Which operation made the order. */
const orderKinds = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "payment-link",
  "checkout-session",
  "invoice-session",
  "hosted-checkout",
] as const

const historyEntrySchema = z.object({
  /** Virtual time, ISO 8601. */
  at: z.string(),
  title: z.string(),
  note: z.string().nullable(),
})

export const orderLineSchema = z.object({
  /** The service's own number of the line, which a refund names. */
  id: z.int(),
  name: z.string(),
  productId: z.string().nullable(),
  quantity: z.number(),
  /** Kroner, as sent. */
  rate: z.number(),
  /** Kroner, as sent. */
  discount: z.number(),
  /** Percent. */
  tax: z.number(),
  amountOre: z.int(),
  refundedOre: z.int(),
})

export const orderSchema = z.object({
  uuid: z.string(),
  kind: z.enum(orderKinds),
  /** Null for a session made without a customer. */
  customerUuid: z.string().nullable(),
  status: orderStatusSchema,
  /** Unix seconds, virtual time. */
  createdAt: z.int(),
  /** Unix seconds, as the merchant sent it. */
  orderDate: z.int(),
  /** Unix seconds; a payment link that is still unpaid then expires. */
  dueAt: z.int().nullable(),
  lines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  totalDiscountOre: z.int(),
  grandTotalOre: z.int(),
  /** Money that came in. */
  receivedOre: z.int(),
  /** Refunded money. */
  refundedOre: z.int(),
  /** Taken off an invoice before it was paid. */
  creditedOre: z.int(),
  /** Unix seconds of each refund: the service limits how many a week may hold. */
  refundedAt: z.array(z.int()),
  invoiceNumber: z.string().nullable(),
  paymentMethod: z.string(),
  referenceNo: z.string().nullable(),
  customerReference: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  /** Where the payer's browser goes, for orders with a payment page. */
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  /** What will happen by itself, and when (Unix seconds, virtual time). */
  planned: z
    .object({
      at: z.int(),
      action: z.enum(["invoice", "pay", "cancel", "expire"]),
    })
    .nullable(),
  history: z.array(historyEntrySchema),
})

export type OrderKind = (typeof orderKinds)[number]
export type OrderLine = z.infer<typeof orderLineSchema>

/** An order as the sandbox keeps it. Money in whole øre. */
export type Order = z.infer<typeof orderSchema>

/** What of the order can still be paid back or taken off its invoice, in øre. */
export function refundableOre(order: Order): number {
  return order.grandTotalOre - order.refundedOre - order.creditedOre
}

type Transition = {
  readonly from: readonly OrderStatus[]
  readonly to: OrderStatus
  /** Title in the order's history. */
  readonly title: string
}

const unpaid = ["SENT", "INVOICED", "PURRING", "INKASSO"] as const

const transitions = {
  invoice: { from: ["SENT"], to: "INVOICED", title: "invoice-sent" },
  pay: {
    from: [...unpaid, "PARTIAL REFUNDED"],
    to: "PAID",
    title: "payment-successful",
  },
  cancel: {
    from: [...unpaid, "EXPIRED", "CANCELLED"],
    to: "CANCELLED",
    title: "order-cancelled",
  },
  expire: { from: ["SENT"], to: "EXPIRED", title: "order-expired" },
  remind: { from: ["INVOICED"], to: "PURRING", title: "reminder-sent" },
  collectDebt: {
    from: ["INVOICED", "PURRING"],
    to: "INKASSO",
    title: "sent-to-debt-collection",
  },
} as const satisfies Record<string, Transition>

/** What the service, or its customer, can make happen to an order. */
export type OrderAction = keyof typeof transitions

export const orderActions = Object.keys(transitions) as OrderAction[]

const invoiceKinds: readonly OrderKind[] = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "invoice-session",
]

/** Whether the order's status lets the action happen. */
export function canHappen(order: Order, action: OrderAction): boolean {
  const allowed: readonly OrderStatus[] = transitions[action].from
  const isPaidAlready = action === "pay" && openOre(order) <= 0
  return allowed.includes(order.status) && !isPaidAlready
}

/**
 * Moves the order on, books the money, and makes the callback due. Nothing happens to an order that is there already
 * (cancelling a cancelled one).
 *
 * @throws SandboxStateError when the order's status does not allow it
 */
export function moveOrder(
  world: World,
  order: Order,
  action: OrderAction,
  note: string | null = null
): Order {
  if (!canHappen(order, action)) {
    throw new SandboxStateError(
      `Order ${order.uuid} is ${order.status}; "${action}" needs ${transitions[action].from.join(", ")} with an amount still open.`
    )
  }
  const { to, title } = transitions[action]
  if (order.status === to) {
    return order
  }
  bookMoney(world, order, action)
  if (needsInvoiceNumber(order, action)) {
    order.invoiceNumber ??= world.random.digits(8)
  }
  changeStatus(world, order, to, title, note)
  return order
}

/**
 * Pays back part or all of a paid order, or takes it off an unpaid invoice. The caller has checked that the lines are
 * the order's and that the amount is available.
 */
export function refundOrder(
  world: World,
  order: Order,
  amountOre: number,
  shares: readonly LineShare[]
): Order {
  const paidOre = order.receivedOre - order.refundedOre
  const backOre = Math.min(paidOre, amountOre)
  const creditedOre = amountOre - backOre
  order.refundedOre += backOre
  order.creditedOre += creditedOre
  for (const line of order.lines) {
    for (const share of shares.filter(({ id }) => id === line.id)) {
      line.refundedOre += share.amountOre
    }
  }
  order.refundedAt.push(world.clock.seconds())
  if (backOre > 0) {
    world.book("refunded", order.uuid, backOre)
  }
  if (creditedOre > 0) {
    world.book("credited", order.uuid, creditedOre)
  }
  const isAll = refundableOre(order) === 0
  changeStatus(
    world,
    order,
    isAll ? "REFUNDED" : "PARTIAL REFUNDED",
    isAll ? "refund-sent" : "partial-refunded",
    null
  )
  return order
}

/** What the customer still owes, in øre. */
export function openOre(order: Order): number {
  return order.grandTotalOre - order.creditedOre - order.receivedOre
}

function bookMoney(world: World, order: Order, action: OrderAction): void {
  const open = openOre(order)
  if (action === "pay") {
    order.receivedOre += open
    world.book("received", order.uuid, open)
  }
  const isFirstEnd = order.status !== "CANCELLED" && order.status !== "EXPIRED"
  if ((action === "cancel" || action === "expire") && isFirstEnd) {
    world.book("written-off", order.uuid, open)
  }
}

function needsInvoiceNumber(order: Order, action: OrderAction): boolean {
  return action === "invoice" || (action === "pay" && invoiceKinds.includes(order.kind))
}

function changeStatus(
  world: World,
  order: Order,
  status: OrderStatus,
  title: string,
  note: string | null
): void {
  order.status = status
  order.history.push({ at: world.timestamp(), title, note })
  if (order.callbackUrl !== null) {
    world.notify({
      kind: "status",
      callbackUrl: order.callbackUrl,
      recordUuid: order.uuid,
      status,
      paymentMethod: order.paymentMethod,
      amount: String(kronerOf(order.grandTotalOre)),
      createdAt: order.createdAt,
    })
  }
}
