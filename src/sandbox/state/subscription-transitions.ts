import { DAY_SECONDS } from "../clock"
import { failsCycle } from "../magic-inputs"
import { kronerOf } from "../money"
import { keepOrder } from "./creation"
import type { Order } from "./order"
import { moveOrder, moveOrderIfPossible, openOre } from "./order-transitions"
import { type BillingUnit, type Cycle, type Subscription } from "./subscription"
import { SandboxStateError, type World } from "./world"

/** How long the invoice of a failed cycle may stay unpaid. */
const DEBT_COLLECTION_DAYS = 30

/** Whether the payer may still confirm: neither the subscription nor the order of its first cycle has ended. */
export function isAcceptable(world: World, { firstOrderUuid, status }: Subscription): boolean {
  const first = world.orders.get(firstOrderUuid)?.status
  return status === "SENT" && first !== "CANCELLED" && first !== "EXPIRED"
}

/** The payer confirms: the card is stored, and the cycles begin. */
export function startSubscription(world: World, subscription: Subscription) {
  if (!isAcceptable(world, subscription)) {
    throw new SandboxStateError(
      `Subscription ${subscription.uuid} is ${subscription.status}; only one that is SENT, and whose first order can be paid, can be started.`
    )
  }
  subscription.status = "ONGOING"
  subscription.nextCycleAt = Math.max(subscription.startAt, world.clock.seconds())
  runSubscriptionDue(world, subscription)
}

/** Ends a subscription; cycles that were billed stay, and an order that the payer has yet to confirm goes with it. */
export function cancelSubscription(world: World, subscription: Subscription) {
  const first = world.orders.get(subscription.firstOrderUuid)
  if (subscription.cycles.length === 0 && first?.status === "SENT") {
    moveOrder(world, first, "cancel")
  }
  subscription.status = "CANCELLED"
  subscription.nextCycleAt = null
}

/** The customer pays the invoice of a cycle whose card payment failed. */
export function payFailedCycle(world: World, cycle: Cycle) {
  const order = world.orders.get(cycle.orderUuid)
  if (cycle.state === "paid" || !order) {
    throw new SandboxStateError(`Order ${cycle.orderUuid} is paid already.`)
  }
  moveOrder(world, order, "pay")
}

/** Bills the cycles whose time has come by the virtual clock, and moves unpaid ones on. */
export function runSubscriptionDue(world: World, subscription: Subscription) {
  const now = world.clock.seconds()
  while (subscription.nextCycleAt !== null && subscription.nextCycleAt <= now) {
    billCycle(world, subscription, subscription.nextCycleAt)
  }
  for (const cycle of subscription.cycles) {
    const debtAt = cycle.at + DEBT_COLLECTION_DAYS * DAY_SECONDS
    const order = world.orders.get(cycle.orderUuid)
    if (cycle.state === "invoiced" && debtAt <= now && order) {
      moveOrderIfPossible(world, order, "collectDebt")
    }
  }
}

/** The moment a number of billing periods after another; a month's end stays a month's end. */
export function periodsAfter(start: number, unit: BillingUnit, periods: number): number {
  if (unit === "day" || unit === "week") {
    return start + periods * (unit === "day" ? 1 : 7) * DAY_SECONDS
  }
  const date = new Date(start * 1000)
  const months = date.getUTCMonth() + periods * (unit === "month" ? 1 : 12)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}

function billCycle(world: World, subscription: Subscription, at: number) {
  const number = subscription.cycles.length + 1
  const email = world.customers.get(subscription.customerUuid)?.email ?? ""
  const hasFailed = failsCycle(email, number)
  const first = number === 1 ? world.orders.get(subscription.firstOrderUuid) : undefined
  const order = first ?? addCycleOrder(world, subscription, number, at)
  subscription.cycles.push({
    number,
    orderUuid: order.uuid,
    at,
    amountOre: order.grandTotalOre,
    state: openOre(order) > 0 ? "invoiced" : "paid",
    hasFailed,
    refundedOre: 0,
  })
  const action = hasFailed ? "invoice" : "pay"
  order.paymentMethod = hasFailed ? "invoice" : order.paymentMethod
  moveOrderIfPossible(world, order, action)
  // Counted from the first cycle, so that the 31st does not drift to the 28th.
  const firstAt = subscription.cycles[0]?.at ?? at
  const nextAt = periodsAfter(firstAt, subscription.unit, number)
  // Assumed: whichever comes first ends it, the number of cycles or the end of the last day.
  const isLast = number >= subscription.repeats || nextAt >= subscription.endAt + DAY_SECONDS
  subscription.nextCycleAt = isLast ? null : nextAt
  if (isLast) {
    subscription.status = "COMPLETED"
  }
}

/**
 * Adds the order that bills a cycle.
 *
 * @param at Unix seconds
 */
export function addCycleOrder(
  world: World,
  subscription: Subscription,
  number: number,
  at: number
): Order {
  const amountOre =
    (number === 1 ? subscription.initialCycleOre : null) ?? subscription.payablePerCycleOre
  return keepOrder(world, {
    uuid:
      number === 1
        ? subscription.firstOrderUuid
        : world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
    kind: "subscription",
    customerUuid: subscription.customerUuid,
    status: "SENT",
    createdAt: at,
    orderDate: at,
    dueAt: null,
    ...cycleTotals(world, subscription, amountOre),
    grandTotalOre: amountOre,
    receivedOre: 0,
    refundedOre: 0,
    creditedOre: 0,
    refundedAt: [],
    invoiceNumber: null,
    paymentMethod: subscription.paymentMethod,
    referenceNo: null,
    customerReference: null,
    invoiceTerms: null,
    callbackUrl: subscription.callbackUrl,
    redirects: null,
    planned: null,
    history: [{ at: world.timestamp(), title: "order-created", note: null }],
  })
}

/** The lines of the subscription where they cost what the cycle does; else, as where it begins for less, one line. */
function cycleTotals(
  world: World,
  { grandTotalOre, lines, subTotalOre, totalDiscountOre, totalTaxOre }: Subscription,
  amountOre: number
) {
  const [first] = lines
  if (grandTotalOre === amountOre || !first) {
    const own = lines.map((line) => ({ ...line, id: world.nextLineId++ }))
    return { lines: own, subTotalOre, totalTaxOre, totalDiscountOre }
  }
  const taxOre = Math.round((amountOre * first.tax) / (100 + first.tax))
  const line = {
    ...first,
    id: world.nextLineId++,
    quantity: 1,
    rate: kronerOf(amountOre),
    discount: 0,
    amountOre,
  }
  return {
    lines: [line],
    subTotalOre: amountOre - taxOre,
    totalTaxOre: taxOre,
    totalDiscountOre: 0,
  }
}

/** Cycles whose card payment failed, but for cancelled ones, with what became of them. */
export function failedPayments(world: World): { subscription: Subscription; cycle: Cycle }[] {
  return world.subscriptions
    .list()
    .flatMap((subscription) =>
      subscription.cycles
        .filter(({ hasFailed, state }) => hasFailed && state !== "cancelled")
        .map((cycle) => ({ subscription, cycle }))
    )
}
