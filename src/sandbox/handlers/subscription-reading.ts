import { dayText, isBetweenDays } from "../dates"
import { kronerOf } from "../money"
import { cycleName, paidCycles, sumOre, type Cycle, type Subscription } from "../state/subscription"
import { periodsAfter } from "../state/subscription-transitions"
import type { World } from "../state/world"
import type { Handler } from "./handler"
import { heeded, listed } from "./listing"
import { onePage } from "./pages"
import { done, noSuchRecord } from "./replies"
import { CLIENT_NAME, customerOf, isCustomer, subscriptionLines } from "./subscription-parts"

export const listSubscriptions: Handler<"subscriptions.list"> = (call) => {
  const { operation, origin, params, query, world } = call
  const filters = heeded(world, query)
  const asked = heeded(world, params).status
  // The specification's word for it.
  const wanted = asked === "SEND" ? "SENT" : asked
  const rows = listed(world, world.subscriptions.list())
    .filter(({ status }) => !wanted || status === wanted)
    .filter((one) => isBetweenDays(one.createdAt, filters))
    .filter((one) => isCustomer(customerOf(world, one), filters))
    .map((one) => subscriptionRow(world, one))
  const status = params.status ? `/${params.status}` : ""
  const address = `${origin}/api/v1/connect/subscriptions/list${status}`
  return onePage(operation, rows, query.page ?? 1, address)
}

export const subscriptionDetails: Handler<"subscriptions.details"> = (call) => {
  const { operation, params, world } = call
  const subscription = world.subscriptions.get(params.subscriptionUuid)
  return subscription
    ? done(operation, subscriptionRecord(world, subscription), true)
    : noSuchRecord(operation)
}

function subscriptionRow(world: World, subscription: Subscription) {
  const customer = customerOf(world, subscription)
  const paid = paidCycles(subscription)
  return {
    subscriptionUuid: subscription.uuid,
    orderUuid: subscription.cycles.at(-1)?.orderUuid ?? null,
    repeats: subscription.repeats,
    frequency: subscription.unit,
    amount: kronerOf(subscription.payablePerCycleOre),
    currency: subscription.currency,
    createdAt: dayText(subscription.createdAt),
    customerName: customer?.name,
    clientName: CLIENT_NAME,
    customerEmail: customer?.email,
    countryCode: customer?.countryCode,
    msisdn: customer?.msisdn,
    status: subscription.status,
    isPaid: paid.length > 0,
    isRefundable: isRefundable(subscription),
    numberOfPaidCycles: paid.length,
  }
}

function subscriptionRecord(world: World, subscription: Subscription) {
  const customer = customerOf(world, subscription)
  const paid = paidCycles(subscription)
  const paidOre = sumOre(paid, ({ amountOre }) => amountOre)
  const refundedOre = sumOre(paid, (cycle) => cycle.refundedOre)
  const { dueAt } = subscription
  return {
    subscriptionUuid: subscription.uuid,
    status: subscription.status,
    subscriptionSummary: {
      subscriptionAmount: kronerOf(subscription.grandTotalOre),
      amountPaid: kronerOf(paidOre),
      amountRefunded: kronerOf(refundedOre),
      amountInBank: kronerOf(paidOre - refundedOre),
      startDate: dayText(subscription.startAt),
      endDate: dayText(subscription.endAt),
      dueDateForPaymentLink: dueAt === null ? null : dayText(dueAt),
      payablePerCycle: kronerOf(subscription.payablePerCycleOre),
      frequency: subscription.unit,
      repeats: subscription.repeats,
      currency: subscription.currency,
      currentCycle: String(subscription.cycles.length),
      isPaid: paid.length > 0,
      isRefundable: isRefundable(subscription),
    },
    productList: subscriptionLines(subscription),
    sendOrderBy: subscription.sendOrderBy,
    customerDetails: customer && {
      customerUuid: customer.uuid,
      customerName: customer.name,
      customerEmail: customer.email,
      countryCode: customer.countryCode,
      msisdn: customer.msisdn,
      preferredLanguage: customer.preferredLanguage,
      address: customer.billing,
    },
    organizationDetails: { name: CLIENT_NAME },
    subscriptionCycles: cycleRows(subscription),
    customerNote: subscription.customerNotes,
    termsAndConditions: subscription.terms,
  }
}

const cycleStatus = {
  paid: "PAID",
  invoiced: "INVOICED",
  debtCollection: "INKASSO",
} as const satisfies Record<Cycle["state"], string>

/** The cycles that were billed, under their names as documented. */
function cycleRows({ cycles, unit }: Subscription) {
  return Object.fromEntries(
    cycles.map((cycle) => [
      cycleName(cycle),
      {
        reference: cycle.orderUuid,
        status: cycleStatus[cycle.state],
        invoiced: cycle.hasFailed,
        amount: kronerOf(cycle.amountOre),
        startDate: dayText(cycle.at),
        endDate: dayText(periodsAfter(cycle.at, unit, 1)),
        isRefunded: cycle.refundedOre > 0,
        refundedAt: null,
        refundedAmount: kronerOf(cycle.refundedOre),
      },
    ])
  )
}

function isRefundable(subscription: Subscription): boolean {
  return paidCycles(subscription).some(({ amountOre, refundedOre }) => refundedOre < amountOre)
}
