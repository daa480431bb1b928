import type { MedusaContainer } from "@medusajs/framework/types"

import type { OperationIntent } from "../../domain/operations/prepare-operation"
import { type OrderRequest, subscriptionDates, type SubscriptionTerms } from "../../mapping"
import { earliestToday, endOfDay } from "../../mapping/dates"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import { eInvoiceModule } from "../e-invoice-module"
import { readOrderRequest, rejectingMappingErrors } from "./order-request"
import { prepareWithinOutstanding } from "./perform-operation"

/** How the customer gets the payment link. */
export type LinkDelivery =
  | {
      /** The service sends it. */
      readonly sendBy: { sms: boolean; email: boolean }
    }
  | {
      /** The caller passes the link on; where the customer is sent afterwards. */
      readonly returnTo: { success: string; failure: string }
    }

/** The operation that makes a subscription whose link is delivered so. */
const subscriptionOperation = (delivery: LinkDelivery) =>
  "sendBy" in delivery ? "subscriptions.create" : "subscriptions.create-session"

/** How the lines of a Medusa order become a subscription. */
export type OrderSubscription = SubscriptionTerms & {
  /** Id of the Medusa order whose lines each cycle bills. */
  orderId: string
  /** Last day, `YYYY-MM-DD`, on which the payment link can be used. */
  linkDueDate?: string | undefined
  /** By the service, or by the caller. */
  delivery: LinkDelivery
  /** Nine digits; the customer is a company when it is given. */
  organizationId?: string | undefined
}

/**
 * Prepares a subscription that bills a Medusa order's lines each cycle, for `performOperationWorkflow`, whatever of the order
 * was refunded or paid by gift card. Lines, amounts and customer are the server's own; no personal number is needed: the
 * customer follows the payment link.
 *
 * @throws MedusaError not_found when there is no such order
 * @throws MedusaError with the code `confirm_repeat`, once it is performed, where another subscription bills the order already
 * @throws RefusedError naming every field to correct
 *
 * @example
 * const { id } = await prepareOrderSubscription(
 *   container,
 *   {
 *     orderId: "order_01J...",
 *     frequency: "month",
 *     repeats: 12,
 *     startDate: "2026-12-01",
 *     delivery: { sendBy: { sms: false, email: true } },
 *   },
 *   { actor: "admin:user_01J...", idempotencyKey: "subscription-of-order-7" }
 * )
 * await performOperationWorkflow(container).run({ input: { id } })
 */
export async function prepareOrderSubscription(
  container: MedusaContainer,
  subscription: OrderSubscription,
  {
    actor,
    idempotencyKey,
    repeatConfirmed,
  }: Pick<OperationIntent, "actor" | "idempotencyKey" | "repeatConfirmed">
): Promise<OperationRow> {
  const { orderId, linkDueDate, delivery, organizationId } = subscription
  const { clock } = eInvoiceModule(container)
  const operation = subscriptionOperation(delivery)
  const { request, currencyCode, customerId } = await readOrderRequest(
    container,
    operation,
    orderId,
    "own-lines"
  )
  const { starts, ends } = rejectingMappingErrors(operation, () =>
    subscriptionDates(subscription, earliestToday(clock.now()))
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
    customerDetails: customerOf(request, organizationId),
    ...deliveryMembers(delivery, currencyCode.toUpperCase()),
  }
  return prepareWithinOutstanding(
    container,
    operation,
    { body },
    { actor, idempotencyKey, repeatConfirmed, orderId, customerId, currencyCode }
  )
}

/** The one way to pay that the documentation names for a session. */
const BY_CARD = "visa"

const deliveryMembers = (delivery: LinkDelivery, currency: string) =>
  "sendBy" in delivery
    ? { sendOrderBy: delivery.sendBy, submitPayment: { currency } }
    : {
        submitPayment: { via: BY_CARD, currency },
        callback: delivery.returnTo,
      }

const customerOf = ({ customer }: OrderRequest, organizationId: string | undefined) =>
  organizationId === undefined
    ? { type: "private", ...customer }
    : { type: "corporate", ...customer, organizationId }
