import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

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
