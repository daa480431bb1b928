import fc from "fast-check"

import {
  buildEInvoiceOrder,
  type EInvoiceOrderInput,
  formatOre,
  partOfLine,
  sentLines,
  toOre,
} from ".."
import { sum } from "../decimal"
import { type RandomCart, randomCart, totalled } from "./random-cart"
import { sampleInput, sampleOrder } from "./sample-order"

const RESERVATIONS = 2_000

/** How much of a line is captured, in thousandths. */
const share = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1_000) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 999 }) }
)

const shares = fc.array(share, { minLength: 1, maxLength: 8 })

type Line = { readonly tax: number | string; readonly amount: number | string }

const oreOf = ({ amount }: Line): bigint => toOre(amount)

/** What lines come to at each VAT rate, in øre. */
const byRate = (lines: readonly Line[]): Map<number, bigint> => {
  const sums = new Map<number, bigint>()
  for (const line of lines) {
    const rate = Number(line.tax)
    sums.set(rate, (sums.get(rate) ?? 0n) + oreOf(line))
  }
  return sums
}

/** An order that is reserved, a part of each line captured, something charged at the rate of the largest rest, and the rest billed. */
function billedInParts(random: RandomCart, captures: readonly number[]) {
  const cart = totalled(random)
  const { body, lines } = buildEInvoiceOrder(inputOf(cart))
  const ordered = body.products
  const captured = ordered.map(
    (line, index) => (oreOf(line) * BigInt(captures[index % captures.length] ?? 0)) / 1_000n
  )
  const rests = ordered.map((line, index) => oreOf(line) - (captured[index] ?? 0n))
  const largest = rests.reduce((one, other) => (other > one ? other : one))
  const wrap = {
    name: "Gift wrap",
    quantity: 1,
    tax: ordered[rests.indexOf(largest)]?.tax ?? 0,
    amount: formatOre(largest / 3n),
  }
  const restOre = sum(rests) - oreOf(wrap)
  fc.pre(restOre > 0n)
  const reserved = sentLines({ products: ordered, lines }).flatMap((line, index) => {
    const ore = captured[index] ?? 0n
    return ore > 0n ? [partOfLine(line, ore)] : []
  })
  const rest = buildEInvoiceOrder({
    ...inputOf(cart),
    kind: "difference",
    amount: formatOre(restOre),
    billed: [...reserved, ...(oreOf(wrap) > 0n ? sentLines({ products: [wrap] }) : [])],
  }).body
  const taken = ordered.map(({ tax }, index) => ({ tax, amount: formatOre(captured[index] ?? 0n) }))
  return { ordered, taken: [...taken, wrap], rest, restOre }
}

const inputOf = (cart: ReturnType<typeof totalled>): EInvoiceOrderInput => ({
  ...sampleInput,
  kind: "order",
  order: {
    ...cart,
    // Medusa numbers items and shipping apart.
    shipping_methods: cart.shipping_methods.map((line) => ({ ...line, id: `ordsm_${line.id}` })),
    billing_address: sampleOrder.billing_address,
    email: sampleOrder.email,
  },
  amount: cart.total,
})

describe("the rest of a reservation that was captured in part", () => {
  it("adds up, and is of the VAT rates of what was neither captured nor charged", () => {
    fc.assert(
      fc.property(randomCart, shares, (random, captures) => {
        // Below that, an øre of Medusa's divisions is as much as what is billed.
        fc.pre(totalled(random).total >= 10)
        const { ordered, taken, rest, restOre } = billedInParts(random, captures)

        expect(sum(rest.products.map(oreOf))).toBe(restOre)
        expect(toOre(rest.orderSummary.grandTotal)).toBe(restOre)
        const together = byRate([...taken, ...rest.products])
        for (const [rate, ore] of byRate(ordered)) {
          const apart = (together.get(rate) ?? 0n) - ore
          expect({ rate, isSame: apart <= 10n && apart >= -10n }).toEqual({ rate, isSame: true })
        }
      }),
      { numRuns: RESERVATIONS }
    )
  })
})
