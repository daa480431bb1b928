import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { LEAST_AMOUNT } from "../mapping"

const amount = z.custom<BigNumberInput>()

const transaction = z.object({
  id: z.string(),
  version: z.number(),
  currency_code: z.string(),
  reference: z.string().nullish(),
  reference_id: z.string().nullish(),
  raw_amount: amount,
})

/** A payment or refund as a Medusa order counts it; a refund's amount is negative. */
export type OrderTransaction = z.output<typeof transaction>

const summarised = z.object({
  version: z.number().optional(),
  summary: z
    .object({
      pending_difference: amount.nullish(),
      raw_pending_difference: amount.nullish(),
      transaction_total: amount.nullish(),
      raw_transaction_total: amount.nullish(),
    })
    .nullish(),
  transactions: z.array(transaction.nullable()).nullish(),
})

/** What `pendingOf` and `uncountedTransactions` read of an order. */
export const pendingFields = [
  "version",
  // Without a total Medusa gives the summary of the order as it was placed.
  "item_total",
  "summary.pending_difference",
  "summary.raw_pending_difference",
  "summary.transaction_total",
  "summary.raw_transaction_total",
  "transactions.id",
  "transactions.version",
  "transactions.currency_code",
  "transactions.reference",
  "transactions.reference_id",
  "transactions.raw_amount",
]

/**
 * What Medusa waits for of an order, in major units: below zero where it owes its customer. Its summary says so, but for what
 * that does not count of the order's transactions: see `uncountedTransactions`.
 */
export function pendingOf(order: unknown): BigNumberInput {
  const { summary, missing } = read(order)
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference ?? 0
  return isNothing(missing) ? pending : MathBN.sub(pending, missing)
}

/** Medusa's own provider: its authorisation collects nothing, and its capture is staff's word that an order is paid. */
export const SYSTEM_PROVIDER = "pp_system_default"

const movements = z.array(z.object({ raw_amount: amount }).nullable()).nullish()

const markedPayments = z.object({
  payment_collections: z
    .array(
      z.object({
        payments: z
          .array(
            z.object({
              provider_id: z.string(),
              captures: movements,
              refunds: movements,
            })
          )
          .nullish(),
      })
    )
    .nullish(),
})

/** What `markedPaidOf` reads of an order. */
export const markedPaidFields = [
  "payment_collections.payments.provider_id",
  "payment_collections.payments.captures.raw_amount",
  "payment_collections.payments.refunds.raw_amount",
]

/** What of an order staff marked as paid, and not as given back, in major units. */
export const markedPaidOf = (order: unknown): BigNumberInput =>
  (markedPayments.parse(order).payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ provider_id }) => provider_id === SYSTEM_PROVIDER)
    .reduce<BigNumberInput>(
      (sum, { captures, refunds }) => MathBN.sub(MathBN.add(sum, total(captures)), total(refunds)),
      0
    )

const total = (moved: z.infer<typeof movements>): BigNumberInput =>
  MathBN.sum(0, ...(moved ?? []).map((movement) => movement?.raw_amount ?? 0))

/**
 * The transactions that an order's summary does not count. Medusa reads the order's version, and then writes transaction and
 * summary of that version: a change that is confirmed meanwhile writes the summary of the next one without it. Where Medusa cannot
 * confirm a change, it returns to the version before, whose summary knows nothing of what was written since.
 *
 * @returns also none where the transactions do not tell which of them is missing
 */
export function uncountedTransactions(order: unknown): OrderTransaction[] {
  const { version, transactions, missing } = read(order)
  const later = transactions.filter((one) => one.version > version)
  const earlier = transactions
    .filter((one) => one.version < version)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
  return [...later, ...makingUp(missing, earlier)]
}

function read(order: unknown) {
  const { version = 0, summary, transactions } = summarised.parse(order ?? {})
  const all = (transactions ?? []).filter((one) => one !== null)
  const counted = summary?.raw_transaction_total ?? summary?.transaction_total
  const sum = all
    .filter((one) => one.version <= version)
    .reduce((total, { raw_amount }) => MathBN.add(total, raw_amount), MathBN.convert(0))
  return {
    version,
    summary,
    transactions: all,
    missing: MathBN.sub(sum, counted ?? sum),
  }
}

/** The latest transactions that come to an amount: one, or all since one. */
function makingUp(missing: BigNumberInput, latestFirst: OrderTransaction[]): OrderTransaction[] {
  if (isNothing(missing)) {
    return []
  }
  const one = latestFirst.find(({ raw_amount }) => isNothing(MathBN.sub(raw_amount, missing)))
  if (one) {
    return [one]
  }
  let left = MathBN.convert(missing)
  for (const [index, { raw_amount }] of latestFirst.entries()) {
    left = MathBN.sub(left, raw_amount)
    if (isNothing(left)) {
      return latestFirst.slice(0, index + 1)
    }
  }
  return []
}

const isNothing = (left: BigNumberInput): boolean => MathBN.lt(MathBN.abs(left), LEAST_AMOUNT)
