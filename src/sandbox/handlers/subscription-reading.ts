import { dayText } from "../dates"
import { kronerOf } from "../money"
import type { Customer } from "../state/customer"
import {
  cycleName,
  paidCycles,
  sumOre,
  type Cycle,
  type Subscription,
} from "../state/subscription"
import { periodsAfter } from "../state/subscription-transitions"
import type { World } from "../state/world"
import type { Handler } from "./handler"
import { isBetweenDays, onePage } from "./pages"
import { done, noSuchRecord } from "./replies"

const CLIENT_NAME = "Sandbox merchant"

type Filters = {
  phone?: string | undefined
  customerName?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

export const listSubscriptions: Handler<"subscriptions.list"> = (call) => {
  const { operation, origin, params, query, world } = call
  const rows = world.subscriptions
    .list()
    .filter(({ status }) => !params.status || status === params.status)
    .filter((one) => isBetweenDays(one.createdAt, query))
    .filter((one) => isCustomer(customerOf(world, one), query))
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

export const listFailedPayments: Handler<"subscriptions.failed-list"> = (
  call
) => {
  const { operation, origin, params, query, world } = call
  const rows = failedPayments(world)
    .filter(({ cycle }) => !params.status || cycle.state === params.status)
    .filter(({ cycle }) => isBetweenDays(cycle.at, query))
    .filter(
      ({ subscription }) =>
        !query.subscriptionUuid || subscription.uuid === query.subscriptionUuid
    )
    .filter(({ subscription }) =>
      isCustomer(customerOf(world, subscription), query)
    )
    .map(({ cycle, subscription }) => {
      const customer = customerOf(world, subscription)
      return {
        orderUuid: cycle.orderUuid,
        orderDate: dayText(cycle.at),
        customerName: customer?.name,
        clientName: CLIENT_NAME,
        countryCode: customer?.countryCode,
        msisdn: customer?.msisdn,
        currency: subscription.currency,
        amount: kronerOf(cycle.amountOre),
        status: cycle.state,
      }
    })
  const status = params.status ? `/${params.status}` : ""
  const address = `${origin}/api/v1/connect/subscriptions/failed/list${status}`
  return onePage(operation, rows, query.page ?? 1, address)
}

export const failedPaymentDetails: Handler<"subscriptions.failed-details"> = (
  call
) => {
  const { operation, params, world } = call
  const failed = failedPayments(world).find(
    ({ cycle }) => cycle.orderUuid === params.orderUuid
  )
  if (!failed) {
    return noSuchRecord(operation)
  }
  const { cycle, subscription } = failed
  const customer = customerOf(world, subscription)
  return done(
    operation,
    {
      subscriptionUuid: subscription.uuid,
      orderDate: dayText(cycle.at),
      customerNotes: subscription.customerNotes,
      // Declared a boolean; the sample has 1.
      isInvoiced: cycle.state === "paid" ? 0 : 1,
      termsAndConditions: subscription.terms,
      customerName: customer?.name,
      countryCode: customer?.countryCode,
      msisdn: customer?.msisdn,
      email: customer?.email,
      street: customer?.billing.street,
      zip: customer?.billing.zip,
      city: customer?.billing.city,
      country: customer?.billing.country,
      subTotal: kronerOf(subscription.subTotalOre),
      totalDiscount: kronerOf(subscription.totalDiscountOre),
      totalTax: kronerOf(subscription.totalTaxOre),
      currency: subscription.currency,
      status: cycle.state,
      products: productRows(subscription),
    },
    true
  )
}

/** Cycles whose card payment failed, with what became of them. */
export function failedPayments(
  world: World
): { subscription: Subscription; cycle: Cycle }[] {
  return world.subscriptions
    .list()
    .flatMap((subscription) =>
      subscription.cycles
        .filter(({ hasFailed }) => hasFailed)
        .map((cycle) => ({ subscription, cycle }))
    )
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
    productList: productRows(subscription),
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

function productRows({ lines }: Subscription) {
  return lines.map((line) => ({
    id: line.id,
    productName: line.name,
    productId: line.productId,
    quantity: line.quantity,
    rate: line.rate,
    discount: line.discount,
    tax: line.tax,
    amount: kronerOf(line.amountOre),
  }))
}

function isRefundable(subscription: Subscription): boolean {
  return paidCycles(subscription).some(
    ({ amountOre, refundedOre }) => refundedOre < amountOre
  )
}

function customerOf(
  world: World,
  { customerUuid }: Subscription
): Customer | undefined {
  return world.customers.get(customerUuid)
}

function isCustomer(
  customer: Customer | undefined,
  { customerName = "", phone = "" }: Filters
): boolean {
  const name = customer?.name.toLowerCase() ?? ""
  return (
    name.includes(customerName.toLowerCase()) &&
    `${customer?.countryCode}${customer?.msisdn}`.includes(phone)
  )
}
