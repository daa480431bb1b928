import { z } from "zod"

import { DAY_SECONDS } from "../clock"
import { failsCycle } from "../magic-inputs"
import { kronerOf } from "../money"
import { orderLineSchema } from "./order"
import { SandboxStateError, type World } from "./world"

const subscriptionStatuses = ["SENT", "ONGOING", "COMPLETED", "CANCELLED"] as const

const billingUnits = ["day", "week", "month", "year"] as const
export type BillingUnit = (typeof billingUnits)[number]

const cycleSchema = z.object({
  /** From 1; the service calls it `Cycle 1`. */
  number: z.int(),
  /** The order that bills the cycle. */
  orderUuid: z.string(),
  /** Unix seconds, virtual time, as all times here. */
  at: z.int(),
  amountOre: z.int(),
  /**
   * `paid` at once, or after it had failed; a failed one is `invoiced` first, and goes to `debtCollection` when the
   * invoice stays unpaid.
   */
  state: z.enum(["paid", "invoiced", "debtCollection"]),
  /** Whether the card was refused when the cycle was due. */
  hasFailed: z.boolean(),
  refundedOre: z.int(),
})

export const subscriptionSchema = z.object({
  uuid: z.string(),
  customerUuid: z.string(),
  status: z.enum(subscriptionStatuses),
  createdAt: z.int(),
  startAt: z.int(),
  endAt: z.int(),
  dueAt: z.int().nullable(),
  unit: z.enum(billingUnits),
  /** How many cycles in all. */
  repeats: z.int(),
  payablePerCycleOre: z.int(),
  /** Of the first cycle, where it differs. */
  initialCycleOre: z.int().nullable(),
  lines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  totalDiscountOre: z.int(),
  grandTotalOre: z.int(),
  currency: z.string(),
  paymentMethod: z.string(),
  sendOrderBy: z.object({ sms: z.boolean(), email: z.boolean() }),
  customerNotes: z.string().nullable(),
  terms: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  /** When the next cycle is due; null before the payer confirmed and after the last one. */
  nextCycleAt: z.int().nullable(),
  cycles: z.array(cycleSchema),
})

/** One billing of a subscription. Money in whole øre. */
export type Cycle = z.infer<typeof cycleSchema>
/** A subscription as the sandbox keeps it. Money in whole øre. */
export type Subscription = z.infer<typeof subscriptionSchema>

/** A cycle's name on the wire. */
export function cycleName({ number }: Cycle): string {
  return `Cycle ${number}`
}

export function paidCycles({ cycles }: Subscription): Cycle[] {
  return cycles.filter(({ state }) => state === "paid")
}

export function sumOre(cycles: readonly Cycle[], amount: (cycle: Cycle) => number): number {
  return cycles.reduce((sum, cycle) => sum + amount(cycle), 0)
}

/** What of a cycle was not paid back, in øre. */
export const unrefundedOre = ({ amountOre, refundedOre }: Cycle): number => amountOre - refundedOre

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
    orderUuid: world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
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
