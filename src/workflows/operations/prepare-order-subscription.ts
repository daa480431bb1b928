import type { MedusaContainer } from "@medusajs/framework/types"

import {
  type OrderRequest,
  subscriptionDates,
  type SubscriptionTerms,
} from "../../mapping"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import {
  prepareOperation,
  type Wish,
} from "../../modules/e-invoice/operations/prepare-operation"
import { eInvoiceModule } from "../e-invoice-module"
import { readOrderRequest, refusing } from "./read-order-request"

const CREATE = "subscriptions.create"

const DAY_MS = 24 * 60 * 60 * 1000

export type OrderSubscription = SubscriptionTerms & {
  /** Id of the Medusa order whose lines each cycle bills. */
  orderId: string
  /** Last day, `YYYY-MM-DD`, on which the payment link can be used. */
  linkDueDate?: string | undefined
  /** How the service sends the payment link. */
  sendBy: { sms: boolean; email: boolean }
  /** Nine digits; the customer is a company when it is given. */
  organizationId?: string | undefined
}

/**
 * Writes down a subscription that bills a Medusa order's lines each cycle. Lines, amounts and customer are the server's
 * own; the personal number is not needed: the customer follows the payment link. `createSubscriptionWorkflow` carries out
 * what was written down.
 *
 * @throws MedusaError not_found when there is no such order
 * @throws RefusedError naming every field that stands in the way
 *
 * @example
 * const { id } = await prepareOrderSubscription(
 *   container,
 *   {
 *     orderId: "order_01J...",
 *     frequency: "month",
 *     repeats: 12,
 *     startDate: "2026-12-01",
 *     sendBy: { sms: false, email: true },
 *   },
 *   { actor: "admin:user_01J...", idempotencyKey: "subscription-of-order-7" }
 * )
 * await createSubscriptionWorkflow(container).run({
 *   input: { id, operation_id: "subscriptions.create" },
 * })
 */
export async function prepareOrderSubscription(
  container: MedusaContainer,
  subscription: OrderSubscription,
  { actor, idempotencyKey }: Pick<Wish, "actor" | "idempotencyKey">,
  now = new Date()
): Promise<OperationRow> {
  const { orderId, linkDueDate, sendBy, organizationId } = subscription
  const { request, currencyCode, customerId } = await readOrderRequest(
    container,
    CREATE,
    orderId
  )
  const { starts, ends } = refusing(CREATE, () =>
    subscriptionDates(subscription, earliestStart(now))
  )
  const body = {
    products: request.products,
    billingFrequency: subscription.frequency,
    numberOfRepeats: subscription.repeats,
    orderSummary: {
      ...request.orderSummary,
      payablePerCycle: request.orderSummary.grandTotal,
    },
    subscriptionStartDate: starts,
    subscriptionEndsDate: ends,
    ...(linkDueDate && { dueDateForPaymentLink: endOfDay(linkDueDate) }),
    sendOrderBy: sendBy,
    customerDetails: customerOf(request, organizationId),
    submitPayment: { currency: currencyCode.toUpperCase() },
  }
  return prepareOperation(
    eInvoiceModule(container),
    CREATE,
    { body },
    { actor, idempotencyKey, orderId, customerId, currencyCode }
  )
}

const customerOf = (
  { customer }: OrderRequest,
  organizationId: string | undefined
) =>
  organizationId === undefined
    ? { type: "private", ...customer }
    : { type: "corporate", ...customer, organizationId }

/** Where it is today somewhere on earth, it may begin. */
const earliestStart = (now: Date): string =>
  new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)

/** Unix seconds in text. */
const endOfDay = (date: string): string =>
  String(Math.floor(Date.parse(`${date}T23:59:59Z`) / 1000))
