import { envelope, notFound, type Answer } from "../answers"
import { oreOf } from "../money"
import { acceptRefund, delayedOre } from "../state/delayed-refund-transitions"
import { cycleName, sumOre, unrefundedOre } from "../state/subscription"
import { cancelSubscription as cancel } from "../state/subscription-transitions"
import type { Handler } from "./handler"
import { preconditionRefusal } from "./preconditions"
import { done, noSuchRecord } from "./replies"

export const cancelSubscription: Handler<"subscriptions.cancel"> = (call) => {
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
  cancel(subscription)
  return done(operation, [], true)
}

export const resendSubscription: Handler<"subscriptions.resend"> = (call) => {
  const { operation, params, world } = call
  return world.subscriptions.has(params.subscriptionUuid)
    ? done(operation, null, true)
    : noSuchRecord(operation)
}

export const refundSubscriptionCycle: Handler<"subscriptions.refund-cycle"> = (call) => {
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
  const numbers = cycles.map(({ number }) => number)
  const leftOre =
    sumOre(cycles, unrefundedOre) -
    delayedOre(
      world,
      subscription.uuid,
      (refund) =>
        refund.record === "subscription" && refund.cycles.some((number) => numbers.includes(number))
    )
  if (!isPaid || amountOre <= 0 || amountOre > leftOre) {
    return cycleFailure(400, "Conflict of Business Logic", "someCyclesFailedToPassValidation")
  }
  acceptRefund(world, {
    record: "subscription",
    recordUuid: subscription.uuid,
    amountOre,
    cycles: numbers,
  })
  return done(operation, [], true)
}

/** The documented mixture of this operation's errors: `is_data` beside `is_error`, and an empty `errors`. */
function cycleFailure(status: number, statusMessage: string, message: string): Answer {
  return envelope(status, statusMessage, message, {
    is_data: false,
    is_error: true,
    errors: [],
  })
}
