import type { OrderStatus } from "../../connect"
import { kronerOf } from "../wire-values"
import { type LineShare, type Order, type OrderKind, refundableOre } from "../world/records"
import { SandboxStateError, type World } from "../world/world"

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
    from: ["INVOICED", "PURRING", "PARTIAL REFUNDED"],
    to: "INKASSO",
    title: "sent-to-debt-collection",
  },
} as const satisfies Record<string, Transition>

/** What the service, or its customer, can make happen to an order. */
export type OrderAction = keyof typeof transitions

export const orderActions = Object.keys(transitions) as OrderAction[]

/** Kinds of orders that are paid by invoice. */
export const invoiceKinds: readonly OrderKind[] = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "invoice-session",
]

/** Whether the order's status lets the action happen. */
export function canHappen(order: Order, action: OrderAction): boolean {
  const allowed: readonly OrderStatus[] = transitions[action].from
  const isSettled = (action === "pay" || action === "collectDebt") && openOre(order) <= 0
  return allowed.includes(order.status) && !isSettled
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

/** Moves the order on where its status lets it. */
export function moveOrderIfPossible(world: World, order: Order, action: OrderAction): void {
  if (canHappen(order, action)) {
    moveOrder(world, order, action)
  }
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
  if (order.kind === "subscription") {
    followOrder(world, order)
  }
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

/** A cycle of a subscription is as the order that bills it. */
function followOrder({ subscriptions }: World, order: Order): void {
  const cycle = subscriptions
    .list()
    .flatMap(({ cycles }) => cycles)
    .find(({ orderUuid }) => orderUuid === order.uuid)
  if (!cycle) {
    return
  }
  cycle.refundedOre = order.refundedOre + order.creditedOre
  if (openOre(order) === 0 && order.receivedOre > 0) {
    cycle.state = "paid"
  } else if (order.status === "INKASSO") {
    cycle.state = "debtCollection"
  } else if (order.status === "CANCELLED") {
    cycle.state = "cancelled"
  }
}
