import type { Cycle, Subscription } from "./subscription"
import type { World } from "./world"

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
