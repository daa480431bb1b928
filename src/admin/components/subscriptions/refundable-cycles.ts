import type { SubscriptionCycle } from "./subscription-data"

/** A cycle of which something can be paid back. */
export type RefundableCycle = {
  /** By which the service knows it: `Cycle 1`. */
  readonly name: string
  /** Whole øre. */
  readonly leftOre: number
}

const ore = (amount: number) => Math.round(amount * 100)

/** The cycles that were paid and not paid back in full. */
export const refundableCycles = (cycles: readonly SubscriptionCycle[]): RefundableCycle[] =>
  cycles.flatMap(({ name, status, amount, refundedAmount }) => {
    const leftOre = ore(amount ?? 0) - ore(refundedAmount ?? 0)
    return status?.toUpperCase() === "PAID" && leftOre > 0 ? [{ name, leftOre }] : []
  })

/** What can be paid back of the chosen cycles together; major units. */
export const leftOf = (cycles: readonly RefundableCycle[], chosen: readonly string[]): number =>
  cycles
    .filter(({ name }) => chosen.includes(name))
    .reduce((sum, { leftOre }) => sum + leftOre, 0) / 100
