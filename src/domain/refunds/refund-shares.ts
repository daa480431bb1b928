import { formatOre, MappingError, type RefundableLine, spreadRefund, toOre } from "../../mapping"
import { notAllowed } from "../refusal"
import type { RefundRow, RefundShare } from "../../modules/e-invoice/refunds/refund-row"

/** A line of the order as the service describes it; the amount is major units. */
export type AnsweredLine = {
  readonly id?: number | undefined
  readonly amount?: number | undefined
}

/**
 * Spreads a refund over the order's lines, with regard to what earlier refunds took from each.
 *
 * @param lines the order's lines at the service
 * @param earlier refunds of the order, whatever became of them
 * @throws MedusaError when the service does not name its lines, or too little is left on them
 */
export function refundShares(
  lines: readonly AnsweredLine[],
  earlier: readonly Pick<RefundRow, "state" | "products">[],
  amountOre: bigint
): RefundShare[] {
  const taken = takenFromLines(earlier)
  return spreadOver(
    lines.flatMap(({ id, amount }) =>
      id === undefined || amount === undefined
        ? []
        : [{ id, amountOre: toOre(amount), refundedOre: taken.get(id) ?? 0n }]
    ),
    amountOre
  )
}

/**
 * Spreads a refund over lines in proportion to what is left of each.
 *
 * @throws MedusaError when there are no lines, or too little is left on them
 */
export function spreadOver(lines: readonly RefundableLine[], amountOre: bigint): RefundShare[] {
  if (lines.length === 0) {
    throw notAllowed(
      "The refund was not sent: the service does not tell the ids of the order's lines, which it asks for in a refund. Ask its operator about the ids in orders.details, or refund in the service's own portal."
    )
  }
  try {
    return spreadRefund(lines, amountOre).map(({ id, amount }) => ({
      id: Number(id),
      amount: formatOre(toOre(amount)),
    }))
  } catch (error) {
    if (error instanceof MappingError) {
      throw notAllowed(`The refund was not sent. ${error.message}`)
    }
    throw error
  }
}

/** What refunds took from each line, in øre, by the line's id; those that were rejected took nothing. */
export function takenFromLines(
  earlier: readonly Pick<RefundRow, "state" | "products">[]
): Map<number, bigint> {
  const taken = new Map<number, bigint>()
  for (const { state, products } of earlier) {
    if (state !== "rejected") {
      for (const { id, amount } of products ?? []) {
        taken.set(id, (taken.get(id) ?? 0n) + toOre(amount))
      }
    }
  }
  return taken
}
