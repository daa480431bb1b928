import { invalidPayload, type Answer } from "../answers"
import { DAY_SECONDS } from "../clock"
import { unixOfDay } from "../dates"
import { oreOf } from "../money"
import { findOrAddCustomer, storedLine, type SentCustomer, type SentLine } from "../state/creation"
import type { BillingUnit, Subscription } from "../state/subscription"
import { payPage } from "./checkout"
import { done, type Handlers } from "./handler"
import { unixOrNull } from "./orders"
import { addCycleOrder } from "../state/subscription-transitions"
import type { World } from "../state/world"

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
