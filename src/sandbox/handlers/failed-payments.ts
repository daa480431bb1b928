import { dayText, isBetweenDays } from "../dates"
import { kronerOf } from "../money"
import { failedPayments } from "../state/failed-payments"
import type { Handler } from "./handler"
import { heeded, listed } from "./listing"
import { onePage } from "./pages"
import { done, noSuchRecord } from "./replies"
import { CLIENT_NAME, customerOf, isCustomer, subscriptionLines } from "./subscription-parts"

export const listFailedPayments: Handler<"subscriptions.failed-list"> = (call) => {
  const { operation, origin, params, query, world } = call
  const filters = heeded(world, query)
  const { subscriptionUuid } = filters
  const wanted = heeded(world, params).status
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
  return onePage(operation, rows, query.page ?? 1, address)
}

export const failedPaymentDetails: Handler<"subscriptions.failed-details"> = (call) => {
  const { operation, params, world } = call
  const failed = failedPayments(world).find(({ cycle }) => cycle.orderUuid === params.orderUuid)
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
      products: subscriptionLines(subscription),
    },
    true
  )
}
