const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Reads an amount in kroner, as the wire carries it, into whole øre. More than two decimals are rounded half away
 * from zero. Works on the digits, so 1.005 is 101 øre, not 100.
 *
 * @throws RangeError when the value is not a plain decimal number
 */
export function oreOf(amount: number | string): number {
  const text = typeof amount === "number" ? plainDecimal(amount) : amount.trim()
  const match = DECIMAL.exec(text)
  if (!match) {
    throw new RangeError("An amount must be a plain decimal number.")
  }
  const [, sign, whole = "0", decimals = ""] = match
  const hundredths = (decimals + "00").slice(0, 2)
  const roundUp = Number(decimals.charAt(2) || "0") >= 5 ? 1 : 0
  const ore = Number(whole) * 100 + Number(hundredths) + roundUp
  return sign ? -ore : ore
}

/** Writes whole øre as kroner: a JSON number, as the service answers. */
export function kronerOf(ore: number): number {
  return ore / 100
}

/** Writes whole øre as kroner with two decimals, for display. */
export function kronerText(ore: number): string {
  return (ore / 100).toFixed(2)
}

// String(1e21) and String(1e-7) use an exponent, which no amount on an invoice needs.
function plainDecimal(amount: number): string {
  const text = String(amount)
  return text.includes("e") ? amount.toFixed(10) : text
}
