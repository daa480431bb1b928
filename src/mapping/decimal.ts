import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * Reads a number as Medusa holds it (number, string, BigNumber, or raw `{ value, precision }`) into an integer of
 * `decimals` decimals, rounded half away from zero: `scaled("1.005", 2)` is `101n`.
 *
 * @throws RangeError when it is not a finite number
 */
export function scaled(value: BigNumberInput, decimals: number): bigint {
  const [, sign, whole = "", fraction = ""] = PLAIN_DECIMAL.exec(
    digitsOf(value)
  ) as RegExpExecArray
  const kept = fraction.padEnd(decimals, "0").slice(0, decimals)
  const dropped = fraction.charAt(decimals)
  const magnitude = BigInt(whole + kept) + (dropped >= "5" ? 1n : 0n)
  return sign ? -magnitude : magnitude
}

/** Writes an integer of `decimals` decimals: `decimalText(-50n, 2)` is `"-0.50"`. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value)
    .toString()
    .padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const sign = value < 0n ? "-" : ""
  return decimals === 0
    ? `${sign}${whole}`
    : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** `numerator / denominator` to the nearest integer, halves away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n
    ? -divideRounded(-numerator, denominator)
    : (2n * numerator + denominator) / (2n * denominator)
}

function digitsOf(value: BigNumberInput): string {
  const text = textOf(value)
  if (PLAIN_DECIMAL.test(text)) {
    return text
  }
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
