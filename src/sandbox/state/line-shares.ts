import type { LineShare } from "./reservation"

/** A share that cannot be had: where it stands among the shares, and what was left of its line, in øre. */
export type ShareBeyondLine = { index: number; leftOre: number }

/**
 * Which shares take more than is left of their lines, or go the other way: below zero of a line that is positive. Shares of
 * one line are counted together.
 *
 * @param leftOf what is left of a line, in øre
 */
export function sharesBeyondLines(
  shares: readonly LineShare[],
  leftOf: (id: number) => number
): ShareBeyondLine[] {
  const left = new Map(shares.map(({ id }) => [id, leftOf(id)]))
  return shares.flatMap(({ amountOre, id }, index) => {
    const leftOre = left.get(id) ?? 0
    if (amountOre < Math.min(0, leftOre) || amountOre > Math.max(0, leftOre)) {
      return [{ index, leftOre }]
    }
    left.set(id, leftOre - amountOre)
    return []
  })
}

export const sumOfShares = (shares: readonly LineShare[]): number =>
  shares.reduce((sum, { amountOre }) => sum + amountOre, 0)
