import { type Answer, invalidPayload } from "../answers"
import { failsCycle } from "../magic-inputs"
import { kronerOf, oreOf, unixOfDay } from "../wire-values"
import { DAY_SECONDS } from "../world/clock"
import type { BillingUnit, Cycle, Order, Subscription } from "../world/records"
import { SandboxStateError, type World } from "../world/world"
import { findOrAddCustomer, type SentCustomer } from "./customers"
import { done, type Handlers, payPage, unixOrNull } from "./handler"
import { keepOrder } from "./order-creation"
import { type SentLine, storedLine } from "./order-lines"
import { moveOrder, moveOrderIfPossible, openOre } from "./order-transitions"

/** The emulation of the creation of subscriptions. */
export const subscriptionCreationHandlers = {
  "subscriptions.create"(call) {
    const { body, operation, origin, world } = call
    return create(
      world,
      body,
      {
        sendOrderBy: body.sendOrderBy ?? { sms: false, email: false },
        currency: body.submitPayment?.currency ?? "NOK",
        paymentMethod: "visa",
        callbackUrl: null,
        redirects: null,
      },
      (subscription) => done(operation, created(subscription, origin))
    )
  },

  "subscriptions.create-session"(call) {
    const { body, operation, origin, world } = call
    const { callbackUrl, ...redirects } = body.callback
    return create(
      world,
      body,
      {
        sendOrderBy: { sms: false, email: false },
        currency: body.submitPayment.currency ?? "NOK",
        paymentMethod: body.submitPayment.via,
        callbackUrl: callbackUrl ?? null,
        redirects,
      },
      (subscription) => done(operation, created(subscription, origin))
    )
  },
} satisfies Handlers

const MOST_REPEATS = 1_000

const units: Readonly<Record<string, BillingUnit>> = {
  day: "day",
  daily: "day",
  week: "week",
  weekly: "week",
  month: "month",
  monthly: "month",
  year: "year",
  yearly: "year",
}

type Decimal = number | string

type Body = {
  products: readonly SentLine[]
  billingFrequency: string
  numberOfRepeats: Decimal
  orderSummary: {
    subTotal: Decimal
    totalTax: Decimal
    totalDiscount: Decimal
    grandTotal: Decimal
    payablePerCycle: Decimal
    initialCycleAmount?: Decimal | null | undefined
  }
  subscriptionStartDate: string
  subscriptionEndsDate: string
  dueDateForPaymentLink?: string | undefined
  customerDetails: Omit<SentCustomer, "countryCode" | "msisdn" | "email"> & {
    countryCode: string | null
    msisdn: string | null
    email: string | null
  }
  customerNotes?: string | null | undefined
  termsAndConditions?: string | null | undefined
}

type Settled = Pick<
  Subscription,
  "sendOrderBy" | "currency" | "paymentMethod" | "callbackUrl" | "redirects"
>

function create(
  world: World,
  body: Body,
  settled: Settled,
  answer: (subscription: Subscription) => Answer
): Answer {
  const unit = units[body.billingFrequency.trim().toLowerCase()]
  const repeats = Number(body.numberOfRepeats)
  const startAt = startOfDay(body.subscriptionStartDate)
  const endAt = startOfDay(body.subscriptionEndsDate)
  const sentences = [
    ...(unit ? [] : ["The selected billing frequency is invalid."]),
    ...(Number.isInteger(repeats) && repeats >= 1 && repeats <= MOST_REPEATS
      ? []
      : [`The number of repeats must be between 1 and ${MOST_REPEATS}.`]),
    ...(startAt === undefined ? [noDay("start")] : []),
    ...(endAt === undefined ? [noDay("ends")] : []),
    ...(startAt === undefined || endAt === undefined || endAt >= startAt
      ? []
      : ["The subscription ends date must be a date after or equal to subscription start date."]),
  ]
  if (!unit || startAt === undefined || endAt === undefined || sentences.length > 0) {
    return invalidPayload(sentences)
  }
  const { orderSummary: summary, customerDetails } = body
  const customer = findOrAddCustomer(world, {
    ...customerDetails,
    countryCode: customerDetails.countryCode ?? "",
    msisdn: customerDetails.msisdn ?? "",
    email: customerDetails.email ?? "",
  })
  const initial = summary.initialCycleAmount ?? null
  const subscription = world.subscriptions.add({
    ...settled,
    uuid: world.newIdentifier("SUB", (uuid) => world.subscriptions.has(uuid)),
    customerUuid: customer.uuid,
    firstOrderUuid: world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
    status: "SENT",
    createdAt: world.clock.seconds(),
    startAt,
    endAt,
    dueAt: unixOrNull(body.dueDateForPaymentLink),
    unit,
    repeats,
    payablePerCycleOre: oreOf(summary.payablePerCycle),
    initialCycleOre: initial === null ? null : oreOf(initial),
    lines: body.products.map((line) => storedLine(world, line)),
    subTotalOre: oreOf(summary.subTotal),
    totalTaxOre: oreOf(summary.totalTax),
    totalDiscountOre: oreOf(summary.totalDiscount),
    grandTotalOre: oreOf(summary.grandTotal),
    customerNotes: body.customerNotes ?? null,
    terms: body.termsAndConditions ?? null,
    nextCycleAt: null,
    cycles: [],
  })
  addCycleOrder(world, subscription, 1, subscription.createdAt)
  return answer(subscription)
}

function created(subscription: Subscription, origin: string) {
  return {
    subscriptionUuid: subscription.uuid,
    orderUuid: subscription.firstOrderUuid,
    customerUuid: subscription.customerUuid,
    paymentUrl: payPage(origin, subscription),
  }
}

const noDay = (which: "start" | "ends") =>
  `The subscription ${which} date does not match the format d M, Y.`

/** Unix seconds at which a date such as `21 Feb, 2023` begins. */
function startOfDay(text: string): number | undefined {
  const noon = unixOfDay(text)
  return noon === undefined ? undefined : noon - DAY_SECONDS / 2
}

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
function addCycleOrder(
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
