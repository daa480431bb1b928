import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

/** Below this, amounts differ only by how Medusa divided; major units. */
export const LEAST_AMOUNT = 0.01

/** Lines account for an amount when they differ by less: an øre for each of some lines, by how Medusa divides. */
export const LEAST_ACCOUNTED = 0.1

/** The same in øre. */
export const LEAST_ACCOUNTED_ORE = 10n

const PLAIN_DECIMAL = /^-?\d+(?:\.\d*)?$/

/**
 * Reads a number as Medusa holds it (number, string, BigNumber, or raw `{ value, precision }`) into an integer of
 * `decimals` decimals, rounded half away from zero: `scaled("1.005", 2)` is `101n`.
 *
 * @throws RangeError when it is not a finite number
 */
export function scaled(value: BigNumberInput, decimals: number): bigint {
  // Quantities, tax rates and many an amount are whole, and need no text.
  if (Number.isSafeInteger(value)) {
    return BigInt(value as number) * powerOfTen(decimals)
  }
  const text = textOf(value)
  return scaledText(PLAIN_DECIMAL.test(text) ? text : plainDecimal(value), decimals)
}

function scaledText(text: string, decimals: number): bigint {
  const point = text.indexOf(".")
  if (point < 0) {
    return BigInt(text) * powerOfTen(decimals)
  }
  const digits = BigInt(text.slice(0, point) + text.slice(point + 1))
  const missing = decimals - (text.length - point - 1)
  return missing >= 0 ? digits * powerOfTen(missing) : divideRounded(digits, powerOfTen(-missing))
}

/** The integer that one of `decimals` decimals is. */
export const powerOfTen = (decimals: number): bigint =>
  (POWERS_OF_TEN[decimals] ??= 10n ** BigInt(decimals))

const POWERS_OF_TEN: bigint[] = []

/** Writes an integer of `decimals` decimals: `decimalText(-50n, 2)` is `"-0.50"`. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const sign = value < 0n ? "-" : ""
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}

/**
 * The number that an integer of `decimals` decimals reads as: `decimalNumber(-50n, 2)` is `-0.5`.
 *
 * @param decimals at most 22: up to there a power of ten is exact, and the division rounds as reading the text would
 */
export function decimalNumber(value: bigint, decimals: number): number {
  const whole = Number(value)
  return Number.isSafeInteger(whole) ? whole / 10 ** decimals : Number(decimalText(value, decimals))
}

/** `numerator / denominator` to the nearest integer, halves away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n
    ? -divideRounded(-numerator, denominator)
    : (2n * numerator + denominator) / (2n * denominator)
}

function plainDecimal(value: BigNumberInput): string {
  const number = MathBN.convert(value)
  if (!number.isFinite()) {
    throw new RangeError("must be a number")
  }
  return number.toFixed()
}

// Nearly every value is already plain digits; going through MathBN for each would dominate the time of a large order.
function textOf(value: BigNumberInput): string {
  if (typeof value === "string") {
    return value
  }
  if (typeof value === "number") {
    return String(value)
  }
  return "value" in value ? String(value.value) : ""
}

const ORE_DECIMALS = 2

/** Decimals kept of an exact amount: enough for Medusa's divisions, few enough to drop their last-digit noise. */
export const EXACT_DECIMALS = 10

/** How many exact units make one øre. */
export const EXACT_PER_ORE = 10n ** BigInt(EXACT_DECIMALS - ORE_DECIMALS)

/** What Medusa itself takes for nothing, in exact units: 0.0001. Its figures carry the noise of floats and divisions. */
export const NEGLIGIBLE = 10n ** BigInt(EXACT_DECIMALS - 4)

/**
 * An amount in major units, rounded to whole øre as Medusa's payment module rounds to a currency of two decimals: half
 * away from zero.
 *
 * @throws RangeError when it is not a finite number
 */
export const toOre = (amount: BigNumberInput): bigint => scaled(amount, ORE_DECIMALS)

/** An amount in major units as an integer of ten decimals, unrounded as far as money is concerned. */
export const toExact = (amount: BigNumberInput): bigint => scaled(amount, EXACT_DECIMALS)

/** An exact amount rounded to whole øre, half away from zero. */
export const exactToOre = (exact: bigint): bigint => divideRounded(exact, EXACT_PER_ORE)

/** Whole øre as major units with two decimals: `formatOre(12345n)` is `"123.45"`. */
export const formatOre = (ore: bigint): string => decimalText(ore, ORE_DECIMALS)

/** Whole øre as the JSON number that reads the same: `oreNumber(12345n)` is `123.45`. */
export const oreNumber = (ore: bigint): number => decimalNumber(ore, ORE_DECIMALS)

/** The number that such an exact value stands for: a quantity, or a rate in percent. */
export const exactNumber = (exact: bigint): number => decimalNumber(exact, EXACT_DECIMALS)

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

/** The smaller of two integers. */
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** The integer, or 0 in place of a negative one. */
export const atLeast0 = (value: bigint): bigint => (value < 0n ? 0n : value)

const descending = (one: bigint, other: bigint) => (one === other ? 0 : one > other ? -1 : 1)
