import { MathBN } from "@medusajs/framework/utils"

import type { Amount, Order } from "./records"

export const PRICE = 99.9
export const SHIPPING = 49

/** A mug's price: another VAT rate than the coffee's, that of the shipping. */
export const MUG = 120

export const totalOf = (quantity: number, mugs = 0) =>
  MathBN.convert(PRICE)
    .times(quantity)
    .plus(SHIPPING + MUG * mugs)
    .toNumber()

/** The price of an order as its customer owes it. */
export const owedOf = (order: Order) => totalOf(kept(order), order.mugs)

/** How many its customer keeps, as far as is known. */
export const kept = ({ quantity, requested, received }: Order) => quantity - requested - received

export const raw = (value: Amount) => ({ value: String(value), precision: 20 })

/** The price of an order at each of its VAT rates. */
export const ratesOf = (order: Order): Record<number, Amount> => ({
  15: MathBN.convert(PRICE).times(kept(order)).toNumber(),
  25: SHIPPING + MUG * order.mugs,
})
