import { magicPersonalNumbers } from "../src/sandbox"

/** Synthetic personal numbers: 80 is added to the month of birth, so they are no real ones. */
export const syntheticPersonalNumber = "17819010188"

/** What the storefront offers for trying things out. */
export const personalNumbersToTry = [
  { number: syntheticPersonalNumber, effect: "gets an invoice" },
  { number: magicPersonalNumbers.denied, effect: "is declined" },
]

const FIRST_WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2]
const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Another synthetic personal number for each index, born in February 1990, with right control digits: people of the demo
 * are told apart by it.
 *
 * @param index from 0 to 27, as there are days
 */
export function personalNumberOf(index: number): string {
  const day = String(index + 1).padStart(2, "0")
  for (let serial = 100; serial < 500; serial += 1) {
    const start = `${day}8290${serial}`
    const first = controlDigit(start, FIRST_WEIGHTS)
    const second = first && controlDigit(start + first, SECOND_WEIGHTS)
    if (second) {
      return start + first + second
    }
  }
  throw new RangeError(`There is no personal number for ${index}`)
}

/** @returns undefined where the rest is 10, which no digit stands for */
function controlDigit(digits: string, weights: readonly number[]): string | undefined {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? undefined : String(rest)
}
