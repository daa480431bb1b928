import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import type { RequestOf } from "../connect"
import { nameWithQuantity } from "./line-name"
import type { MappingSettings } from "./mapping-settings"
import { formatOre, oreNumber, toOre } from "./ore"
import type { ProductLine } from "./product-line"

/** A line of a reservation or of a charge: an amount without quantity or discount. */
export type ReservationLine = RequestOf<"reservations.submit">["body"]["products"][number]

type ReservedAmount = {
  name: string
  productId?: string | undefined
  amountOre: bigint
  /** VAT rate in percent. */
  tax: BigNumberInput
}

/** A line that reserves or charges an amount in whole øre. */
export function reservationLine(
  { name, productId, amountOre, tax }: ReservedAmount,
  amounts: MappingSettings["amounts"]
): ReservationLine {
  return {
    name,
    ...(productId !== undefined && { productId }),
    rate: oreNumber(
      amounts === "tax-exclusive" ? amountOre - taxWithin(amountOre, tax) : amountOre
    ),
    tax: MathBN.convert(tax).toNumber(),
    amount: oreNumber(amountOre),
  }
}

/** The lines of an order as a reservation takes them: how many there are of each stands in its name. */
export const reservationLines = (
  products: readonly ProductLine[],
  amounts: MappingSettings["amounts"]
): ReservationLine[] =>
  products.map(({ name, productId, quantity, tax, amount }) =>
    reservationLine(
      {
        name: Number(quantity) === 1 ? name : nameWithQuantity(String(quantity), name),
        productId,
        amountOre: toOre(amount),
        tax,
      },
      amounts
    )
  )

/** The tax within an amount in øre, rounded half away from zero. */
const taxWithin = (amountOre: bigint, tax: BigNumberInput): bigint =>
  toOre(MathBN.div(MathBN.mult(formatOre(amountOre), tax), MathBN.add(100, tax)))
