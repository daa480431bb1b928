import type { BigNumberInput } from "@medusajs/framework/types"

import { decimalNumber, decimalText, divideRounded, scaled } from "./decimal"

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
