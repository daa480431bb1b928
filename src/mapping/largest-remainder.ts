/**
 * Rounds the fractions `numerators[i] / denominator` to integers whose sum is exactly `total`: each is rounded down, and
 * what is missing goes, one each, to those with the largest remainders, the earlier one first when equal.
 *
 * @param numerators none negative
 * @param denominator positive
 * @throws RangeError when `total` cannot be reached by rounding each fraction down or up
 */
export function roundToSum(
  numerators: readonly bigint[],
  denominator: bigint,
  total: bigint
): bigint[] {
  const rounded = numerators.map((numerator) => numerator / denominator)
  const missing = Number(total - sum(rounded))
  if (missing === 0) {
    return rounded
  }
  const candidates = numerators
    .map((numerator, index) => ({ index, remainder: numerator % denominator }))
    .filter(({ remainder }) => remainder > 0n)
  if (missing < 0 || missing > candidates.length) {
    throw new RangeError("The total cannot be reached by rounding each part down or up.")
  }
  candidates
    .sort((one, other) => descending(one.remainder, other.remainder))
    .slice(0, missing)
    .forEach(({ index }) => {
      rounded[index] = (rounded[index] ?? 0n) + 1n
    })
  return rounded
}

/**
 * Shares `total` out in proportion to the weights; the shares are integers and add up to `total`. Where all weights are
 * zero, everything falls on the first.
 *
 * @param total not negative
 * @param weights at least one, none negative
 */
export function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const weight = sum(weights)
  return weight === 0n
    ? weights.map((_, index) => (index === 0 ? total : 0n))
    : roundToSum(
        weights.map((share) => share * total),
        weight,
        total
      )
}

/** The sum of integers. */
export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

const descending = (one: bigint, other: bigint) => (one === other ? 0 : one > other ? -1 : 1)
