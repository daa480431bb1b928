import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"

import { inputOf, orderOf } from "../arms/five-line-order"
import { buildEInvoiceOrder } from "../../src/mapping"
import { randomCart, totalled, type TotalledCart } from "../../src/mapping/__tests__/random-cart"
import type { Benchmark } from "../harness/benchmark"
import { judged } from "../harness/interleave"
import { summarise } from "../harness/statistics"

const BATCH = 10_000
const SEED = 20_261_121

/** A way to make lines of a cart. @returns their sum in øre */
type Way = (cart: TotalledCart) => number

const ore = (amount: BigNumberInput) => MathBN.convert(MathBN.mult(amount, 100), 0).toNumber()

const charges = ({ items, shipping_methods }: TotalledCart) => [...items, ...shipping_methods]

/** What the lines charge, each rounded by itself, less the gift card. */
const roundedByLine: Way = (cart) =>
  charges(cart).reduce((sum, { total }) => sum + ore(total), 0) - giftCard(cart)

/** Lines without VAT at a rounded unit price, and VAT on top: as most invoicing templates compute. */
const withoutVat: Way = (cart) =>
  charges(cart).reduce((sum, charge) => {
    const rate = (charge.tax_lines ?? []).reduce(
      (total, line) => MathBN.add(total, line.rate ?? 0),
      MathBN.convert(0)
    )
    const factor = MathBN.add(1, MathBN.div(rate, 100))
    const quantity = "quantity" in charge ? (charge.quantity ?? 1) : 1
    const unit = MathBN.convert(MathBN.div(MathBN.div(charge.total, factor), quantity), 2)
    return sum + ore(MathBN.mult(MathBN.mult(unit, quantity), factor))
  }, 0) - giftCard(cart)

const giftCard = ({ credit_lines }: TotalledCart) =>
  (credit_lines ?? []).reduce((sum, line) => sum + ore(line.amount ?? 0), 0)

const { order: sampleOrder, ...rest } = inputOf(orderOf(4))

const ours: Way = (cart) => {
  const { body } = buildEInvoiceOrder({
    ...rest,
    order: {
      ...cart,
      billing_address: sampleOrder.billing_address,
      email: sampleOrder.email,
    },
    amount: cart.total,
  })
  return body.products.reduce((sum, { amount }) => sum + ore(amount), 0)
}

const ways: Record<string, Way> = {
  "our mapping": ours,
  "each line rounded": roundedByLine,
  "unit prices without VAT": withoutVat,
}

export const totals: Benchmark = {
  id: "R7",
  title: "Carts whose lines do not add up to what is charged",
  meaning:
    "How many random carts in a hundred would be rejected, or billed wrongly by an øre or more, by each way to make invoice lines.",
  measure: async (run) => {
    const batches = run.amount(20, 1)
    const off = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
    let carts = 0
    for (let batch = 0; batch < batches; batch++) {
      const totalledCarts = fc
        .sample(randomCart, { seed: SEED + batch, numRuns: BATCH })
        .map(totalled)
        // There is nothing to invoice.
        .filter(({ total }) => MathBN.gte(total, 0.005))
      carts += totalledCarts.length
      for (const [name, way] of Object.entries(ways)) {
        const wrong = totalledCarts.filter((cart) => way(cart) !== ore(cart.total)).length
        off.get(name)?.push((100 * wrong) / totalledCarts.length)
      }
    }
    const shares = (name: string) => off.get(name) ?? []
    return {
      arms: Object.keys(ways).map((name) => ({
        name,
        unit: "% of the carts",
        ...summarise(shares(name)),
      })),
      ratios: [judged("ours", [Math.max(...shares("our mapping"))], { exactly: 0 })],
      remarks: [
        `${carts.toLocaleString("en")} carts in ${batches} batches, seeds from ${SEED}. The worst batch counts for ours.`,
      ],
    }
  },
}
