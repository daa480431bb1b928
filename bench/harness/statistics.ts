/** A set of measurements in one figure and how far they lie apart. */
export type Summary = {
  median: number
  /** First quartile: a quarter of the measurements lie below. */
  low: number
  /** Third quartile: a quarter of the measurements lie above. */
  high: number
  least: number
  most: number
  count: number
}

/** @throws RangeError when there is nothing to summarise */
export function summarise(measurements: readonly number[]): Summary {
  const sorted = [...measurements].sort((one, other) => one - other)
  return {
    median: quantileOfSorted(sorted, 0.5),
    low: quantileOfSorted(sorted, 0.25),
    high: quantileOfSorted(sorted, 0.75),
    least: quantileOfSorted(sorted, 0),
    most: quantileOfSorted(sorted, 1),
    count: sorted.length,
  }
}

/**
 * The value below which a share of the measurements lies, interpolated between neighbours.
 *
 * @param share from 0 to 1; 0.95 for p95
 * @throws RangeError when there are no measurements, one is not a number, or the share is none
 */
export const quantile = (measurements: readonly number[], share: number): number =>
  quantileOfSorted(
    [...measurements].sort((one, other) => one - other),
    share
  )

/**
 * Divides what was measured in the same round, so that a machine that slows down between rounds slows both.
 *
 * @throws RangeError when the two have not as many rounds
 */
export function ratiosByRound(measured: readonly number[], baseline: readonly number[]): number[] {
  if (measured.length !== baseline.length) {
    throw new RangeError(`${measured.length} rounds cannot be compared with ${baseline.length}`)
  }
  return measured.map((value, round) => value / (baseline[round] ?? NaN))
}

function quantileOfSorted(sorted: readonly number[], share: number): number {
  if (sorted.length === 0 || sorted.some(Number.isNaN)) {
    throw new RangeError("a quantile needs at least one number, and only those")
  }
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`a share lies between 0 and 1, not at ${share}`)
  }
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? NaN
  const above = sorted[Math.ceil(position)] ?? NaN
  return below + (above - below) * (position % 1)
}
