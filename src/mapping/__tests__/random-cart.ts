import {
  createRawPropertiesFromBigNumber,
  decorateCartTotals,
  MathBN,
} from "@medusajs/framework/utils"
import fc from "fast-check"

import type { MappableOrder } from ".."

/** A cart as it was put together, before Medusa computed its totals. */
export type RandomCart = {
  items: Charge<"unit_price">[]
  shipping_methods: Charge<"amount">[]
  /** What share of the total a gift card pays, in thousandths. */
  credit: number
  /** How the numbers reach us: rounded to floats, with the raw values beside them, or as instances. */
  form: "numbers" | "raw" | "instances"
}

type Charge<Price extends string> = Record<Price, number> & {
  id: string
  title: string
  name: string
  quantity: number
  is_tax_inclusive: boolean
  tax_lines: { rate: number }[]
  adjustments: { amount: number; is_tax_inclusive: boolean }[]
}

const taxLines = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(0, 12, 15, 25).map((rate) => (rate === 0 ? [] : [{ rate }])),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom([{ rate: 11.11 }], [{ rate: 15 }, { rate: 10 }]),
  }
)

const quantity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: 5_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 1.25, 0.333, 12.75) }
)

const unitPrice = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 500_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 9_990, 10_000) }
)

/** Percentages off, or fixed amounts; at most 0.8 of the price, so that a discount without tax fits under it too. */
const discount = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      share: fc.constantFrom(0.05, 0.1, 0.15, 0.333, 0.5, 0.8),
      isTaxInclusive: fc.boolean(),
      split: fc.boolean(),
    }),
  }
)

const charge = <Price extends "unit_price" | "amount">(
  price: Price,
  quantities: fc.Arbitrary<number>
): fc.Arbitrary<Charge<Price>> =>
  fc
    .tuple(unitPrice, quantities, fc.boolean(), taxLines, discount)
    .map(([hundredths, count, isTaxInclusive, tax_lines, off]) => {
      const amount = ((hundredths * count) / 100) * (off?.share ?? 0)
      const parts = off?.split ? [amount / 4, (3 * amount) / 4] : [amount]
      return {
        id: "",
        title: "Thing",
        name: "Thing",
        quantity: count,
        is_tax_inclusive: isTaxInclusive,
        tax_lines,
        adjustments: off
          ? parts.map((part) => ({
              amount: part,
              is_tax_inclusive: off.isTaxInclusive,
            }))
          : [],
        [price]: hundredths / 100,
      } as Charge<Price>
    })

const cartOf = (items: fc.Arbitrary<Charge<"unit_price">[]>) =>
  fc.record<RandomCart>({
    items,
    shipping_methods: fc.array(charge("amount", fc.constant(1)), {
      maxLength: 2,
    }),
    credit: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 990 }) }
    ),
    form: fc.constantFrom("numbers", "raw", "instances"),
  })

/** A cart of a few lines, of every kind the mapping has to deal with. */
export const randomCart = cartOf(
  fc.array(charge("unit_price", quantity), { minLength: 1, maxLength: 6 })
)

/** A cart of thousands of lines. */
export const hugeCart = cartOf(
  fc.array(charge("unit_price", quantity), {
    minLength: 1_000,
    maxLength: 3_000,
    size: "max",
  })
)

/** The cart with the totals that Medusa computes, as Query would return it. */
export type TotalledCart = MappableOrder & {
  total: number
  items: TotalledCharge[]
  shipping_methods: TotalledCharge[]
}

type TotalledCharge = NonNullable<MappableOrder["items"]>[number] & {
  id: string
  total: number
  original_total: number
  tax_total: number
}

/** Lets Medusa compute the totals, so that the expected figures are the host's and not ours. */
export function totalled({ form, credit, ...charges }: RandomCart): TotalledCart {
  const plain = {
    items: numbered(charges.items),
    shipping_methods: numbered(charges.shipping_methods),
  }
  const before = decorated(plain)
  const gift = credit
    ? [
        {
          amount: MathBN.convert(MathBN.mult(before.total, credit / 1000), 2).toNumber(),
        },
      ]
    : []
  const cart = credit ? decorated({ ...plain, credit_lines: gift }) : before
  switch (form) {
    case "numbers":
      return JSON.parse(JSON.stringify(cart))
    case "raw":
      createRawPropertiesFromBigNumber(cart)
      return JSON.parse(JSON.stringify(cart))
    case "instances":
      return cart
  }
}

const numbered = <Numbered extends { id: string }>(charges: Numbered[]) =>
  charges.map((charge, index) => ({
    ...charge,
    id: String(index).padStart(6, "0"),
  }))

function decorated(cart: object): TotalledCart {
  const copy = structuredClone({ currency_code: "nok", ...cart })
  return decorateCartTotals(
    copy as unknown as Parameters<typeof decorateCartTotals>[0]
  ) as unknown as TotalledCart
}
