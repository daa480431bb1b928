import { type Answer, envelope, notFound } from "../answers"
import { dayText, isBetweenDays, kronerOf, oreOf } from "../wire-values"
import {
  type Customer,
  type Cycle,
  cycleName,
  latestOrder,
  type Order,
  paidCycles,
  type Subscription,
  sumOre,
} from "../world/records"
import type { World } from "../world/world"
import {
  applied,
  changeable,
  done,
  type Handlers,
  listed,
  noSuchRecord,
  onePage,
  preconditionRefusal,
} from "./handler"
import { lineRecord } from "./order-lines"
import { acceptRefund, refundableOfOrder } from "./refunds"
import {
  cancelSubscription as cancel,
  failedPayments,
  periodsAfter,
} from "./subscription-lifecycle"

/** The emulation of subscriptions and their failed payments. */
export const subscriptionHandlers = {
  "subscriptions.list"(call) {
    const { operation, origin, params, query, world } = call
    const filters = applied(world, query)
    const asked = applied(world, params).status
    // The specification's word for it.
    const wanted = asked === "SEND" ? "SENT" : asked
    const rows = listed(world, world.subscriptions.list())
      .filter(({ status }) => !wanted || status === wanted)
      .filter((one) => isBetweenDays(one.createdAt, filters))
      .filter((one) => isCustomer(customerOf(world, one), filters))
      .map((one) => subscriptionRow(world, one))
    const status = params.status ? `/${params.status}` : ""
    const address = `${origin}/api/v1/connect/subscriptions/list${status}`
    return onePage(operation, rows, query, address)
  },

  "subscriptions.details"(call) {
    const { operation, params, world } = call
    const subscription = world.subscriptions.get(params.subscriptionUuid)
    return subscription
      ? done(operation, subscriptionRecord(world, subscription))
      : noSuchRecord(operation)
  },

  "subscriptions.cancel"(call) {
    const { operation, params, world } = call
    const subscription = world.subscriptions.get(params.subscriptionUuid)
    if (!subscription) {
      return noSuchRecord(operation)
    }
    const { status } = subscription
    const refusal = preconditionRefusal(operation, status)
    if (refusal) {
      return refusal
    }
    cancel(world, subscription)
    return done(operation, [])
  },

  "subscriptions.resend"(call) {
    const { body, operation, params, world } = call
    const found = changeable(operation, world.subscriptions.get(params.subscriptionUuid))
    if ("refusal" in found) {
      return found.refusal
    }
    const { orderUuid } = body
    return orderUuid === undefined || orderUuid === latestOrder(found.record)
      ? done(operation, null)
      : notFound("orderNotFound")
  },

  "subscriptions.refund-cycle"(call) {
    const { body, operation, params, world } = call
    const subscription = world.subscriptions.get(params.subscriptionUuid)
    if (!subscription) {
      // The page's 404 is about cycles; for the subscription it is its sibling's.
      return notFound("subscriptionNotFound")
    }
    const named = body.cycles.map((name) => ({
      name,
      cycle: subscription.cycles.find((cycle) => cycleName(cycle) === name),
    }))
    const missing = named.find(({ cycle }) => !cycle)
    if (missing) {
      return cycleFailure(
        404,
        "Execution Exception Occurred",
        `cycleNotfound#${missing.name.toLowerCase().replace(/\s+/g, "")}`
      )
    }
    const cycles = named.flatMap(({ cycle }) => cycle ?? [])
    const amountOre = oreOf(body.amount)
    const isPaid = cycles.every(({ state }) => state === "paid")
    const left = cycles.map(({ orderUuid }) => {
      const order = world.orders.get(orderUuid)
      return { orderUuid, leftOre: order ? refundableOfOrder(world, order).leftOre : 0 }
    })
    const leftOre = left.reduce((sum, one) => sum + one.leftOre, 0)
    if (!isPaid || amountOre <= 0 || amountOre > leftOre) {
      return cycleFailure(400, "Conflict of Business Logic", "someCyclesFailedToPassValidation")
    }
    // The cycles' orders hold the money: it is taken from them in the order given.
    let rest = amountOre
    for (const { orderUuid: recordUuid, leftOre } of left) {
      const part = Math.min(rest, leftOre)
      if (part > 0) {
        acceptRefund(world, { record: "order", recordUuid, amountOre: part, shares: [] })
        rest -= part
      }
    }
    return done(operation, [])
  },

  "subscriptions.failed-list"(call) {
    const { operation, origin, params, query, world } = call
    const filters = applied(world, query)
    const { subscriptionUuid } = filters
    const wanted = applied(world, params).status
    const failed = failedPayments(world).map((payment) => ({
      ...payment,
      createdAt: payment.cycle.at,
    }))
    const rows = listed(world, failed)
      .filter(({ cycle }) => !wanted || cycle.state === wanted)
      .filter(({ cycle }) => isBetweenDays(cycle.at, filters))
      .filter(({ subscription }) => !subscriptionUuid || subscription.uuid === subscriptionUuid)
      .filter(({ subscription }) => isCustomer(customerOf(world, subscription), filters))
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
    return onePage(operation, rows, query, address)
  },

  "subscriptions.failed-details"(call) {
    const { operation, params, world } = call
    const failed = failedPayments(world).find(({ cycle }) => cycle.orderUuid === params.orderUuid)
    if (!failed) {
      return noSuchRecord(operation)
    }
    const { cycle, subscription } = failed
    const customer = customerOf(world, subscription)
    return done(operation, {
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
      products: subscriptionLines(subscription),
    })
  },
} satisfies Handlers

function subscriptionRow(world: World, subscription: Subscription) {
  const customer = customerOf(world, subscription)
  const paid = paidCycles(subscription)
  return {
    subscriptionUuid: subscription.uuid,
    orderUuid: latestOrder(subscription),
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
    subscriptionCycles: cycleRows(world, subscription),
    customerNote: subscription.customerNotes,
    termsAndConditions: subscription.terms,
  }
}

const cycleStatus = {
  paid: "PAID",
  invoiced: "INVOICED",
  debtCollection: "INKASSO",
  cancelled: "CANCELLED",
} as const satisfies Record<Cycle["state"], string>

/** The cycles that were billed, under their names as documented. */
function cycleRows(world: World, { cycles, unit }: Subscription) {
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
        refundedAt: refundDay(world.orders.get(cycle.orderUuid)),
        refundedAmount: kronerOf(cycle.refundedOre),
      },
    ])
  )
}

/** The day of an order's latest refund. */
function refundDay(order: Order | undefined): string | null {
  const at = order?.refundedAt.at(-1)
  return at === undefined ? null : dayText(at)
}

function isRefundable(subscription: Subscription): boolean {
  return paidCycles(subscription).some(({ amountOre, refundedOre }) => refundedOre < amountOre)
}

/** The documented mixture of this operation's errors: `is_data` beside `is_error`, and an empty `errors`. */
function cycleFailure(status: number, statusMessage: string, message: string): Answer {
  return envelope(status, statusMessage, message, {
    is_data: false,
    is_error: true,
    errors: [],
  })
}

/** The merchant's name in every answer about subscriptions. */
const CLIENT_NAME = "Sandbox merchant"

/** Whom a list of subscriptions is narrowed down to. */
type Filters = {
  phone?: string | undefined
  customerName?: string | undefined
}

/** The product lines, with the name under its own key in answers about subscriptions. */
const subscriptionLines = ({ lines }: Subscription) =>
  lines.map((line) => {
    const { id, name, ...rest } = lineRecord(line)
    return { id, productName: name, ...rest }
  })

/** Who subscribes. */
function customerOf(world: World, { customerUuid }: Subscription): Customer | undefined {
  return world.customers.get(customerUuid)
}

/** Whether a customer is one that a list asks for. */
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
