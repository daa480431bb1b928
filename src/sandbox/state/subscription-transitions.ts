import { DAY_SECONDS } from "../clock"
import { failsCycle } from "../magic-inputs"
import { kronerOf } from "../money"
import { type BillingUnit, type Cycle, type Subscription, unrefundedOre } from "./subscription"
import { SandboxStateError, type World } from "./world"

/** How long the invoice of a failed cycle may stay unpaid. */
const DEBT_COLLECTION_DAYS = 30

/** The payer confirms: the card is stored, and the cycles begin. */
export function startSubscription(world: World, subscription: Subscription) {
  if (subscription.status !== "SENT") {
    throw new SandboxStateError(
      `Subscription ${subscription.uuid} is ${subscription.status}; only one that is SENT can be started.`
    )
  }
  subscription.status = "ONGOING"
  subscription.nextCycleAt = Math.max(subscription.startAt, world.clock.seconds())
  runSubscriptionDue(world, subscription)
}

/** Ends a subscription; cycles that were billed stay. */
export function cancelSubscription(subscription: Subscription) {
  subscription.status = "CANCELLED"
  subscription.nextCycleAt = null
}

/** Pays back an amount for several cycles together: it is taken from them in the order given. */
export function refundCycles(world: World, cycles: readonly Cycle[], amountOre: number) {
  let left = amountOre
  for (const cycle of cycles) {
    const part = Math.min(left, unrefundedOre(cycle))
    if (part > 0) {
      cycle.refundedOre += part
      left -= part
      world.book("refunded", cycle.orderUuid, part)
    }
  }
}

/** The customer pays the invoice of a cycle whose card payment failed. */
export function payFailedCycle(world: World, subscription: Subscription, cycle: Cycle) {
  if (cycle.state === "paid") {
    throw new SandboxStateError(`Order ${cycle.orderUuid} is paid already.`)
  }
  cycle.state = "paid"
  world.book("received", cycle.orderUuid, cycle.amountOre)
  notify(world, subscription, cycle, "PAID")
}

/** Bills the cycles whose time has come by the virtual clock, and moves unpaid ones on. */
export function runSubscriptionDue(world: World, subscription: Subscription) {
  const now = world.clock.seconds()
  while (subscription.nextCycleAt !== null && subscription.nextCycleAt <= now) {
    billCycle(world, subscription, subscription.nextCycleAt)
  }
  for (const cycle of subscription.cycles) {
    const debtAt = cycle.at + DEBT_COLLECTION_DAYS * DAY_SECONDS
    if (cycle.state === "invoiced" && debtAt <= now) {
      cycle.state = "debtCollection"
      notify(world, subscription, cycle, "INKASSO")
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
  const isFirst = number === 1
  const cycle: Cycle = {
    number,
    orderUuid: isFirst
      ? subscription.firstOrderUuid
      : world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
    at,
    amountOre: (isFirst ? subscription.initialCycleOre : null) ?? subscription.payablePerCycleOre,
    state: hasFailed ? "invoiced" : "paid",
    hasFailed,
    refundedOre: 0,
  }
  subscription.cycles.push(cycle)
  world.book("billed", cycle.orderUuid, cycle.amountOre)
  if (!hasFailed) {
    world.book("received", cycle.orderUuid, cycle.amountOre)
  }
  notify(world, subscription, cycle, hasFailed ? "INVOICED" : "PAID")
  const isLast = number >= subscription.repeats
  // Counted from the first cycle, so that the 31st does not drift to the 28th.
  const firstAt = subscription.cycles[0]?.at ?? at
  subscription.nextCycleAt = isLast ? null : periodsAfter(firstAt, subscription.unit, number)
  if (isLast) {
    subscription.status = "COMPLETED"
  }
}

function notify(world: World, subscription: Subscription, cycle: Cycle, status: string) {
  if (subscription.callbackUrl === null) {
    return
  }
  world.notify({
    kind: "status",
    callbackUrl: subscription.callbackUrl,
    recordUuid: cycle.orderUuid,
    status,
    paymentMethod: status === "PAID" ? subscription.paymentMethod : "invoice",
    amount: String(kronerOf(cycle.amountOre)),
    createdAt: cycle.at,
  })
}

/** Cycles whose card payment failed, with what became of them. */
export function failedPayments(world: World): { subscription: Subscription; cycle: Cycle }[] {
  return world.subscriptions
    .list()
    .flatMap((subscription) =>
      subscription.cycles
        .filter(({ hasFailed }) => hasFailed)
        .map((cycle) => ({ subscription, cycle }))
    )
}
