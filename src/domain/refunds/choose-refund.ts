import { MedusaError } from "@medusajs/framework/utils"

import { formatOre, toOre } from "../../mapping"
import type { RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import { spreadOver } from "./refund-shares"

/** A line of an order with what is left to refund of it. */
export type LineLeft = { id: number; name: string; leftOre: bigint }

/** What somebody wants refunded: so much of each of these lines, or so much of the order; decimal major units. */
export type RefundChoice =
  { readonly lines: readonly { id: number; amount: string }[] } | { readonly amount: string }

/** The sum that a choice asks for, in øre. */
export const chosenOre = (choice: RefundChoice): bigint =>
  "lines" in choice
    ? choice.lines.reduce((sum, { amount }) => sum + toOre(amount), 0n)
    : toOre(choice.amount)

/**
 * The shares of a refund as the service takes them: the chosen ones, or an amount spread over the lines in proportion to
 * what is left of each.
 *
 * @throws MedusaError naming the field that asks for more than is left, or for a line the order does not have
 */
export function sharesOfChoice(choice: RefundChoice, lines: readonly LineLeft[]): RefundShare[] {
  return "lines" in choice
    ? choice.lines.map((line, index) => checkedShare(line, index, lines))
    : spreadOver(
        lines.map(({ id, leftOre }) => ({ id, amountOre: leftOre })),
        toOre(choice.amount)
      )
}

function checkedShare(
  { id, amount }: { id: number; amount: string },
  index: number,
  lines: readonly LineLeft[]
): RefundShare {
  const line = lines.find((candidate) => candidate.id === id)
  if (!line) {
    throw invalid(`lines.${index}.id: the order has no line ${id} at the service`)
  }
  if (toOre(amount) > line.leftOre) {
    throw invalid(`lines.${index}.amount: only ${formatOre(line.leftOre)} is left of ${line.name}`)
  }
  return { id, amount: formatOre(toOre(amount)) }
}

const invalid = (sentence: string) => new MedusaError(MedusaError.Types.INVALID_DATA, sentence)
