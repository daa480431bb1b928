import { toOre } from "../../mapping"
import type { SentRequest } from "../../modules/e-invoice/creation/journal-row"

/** A line of an order, as the service describes it or as it was sent; the amount is major units. */
type Line = {
  readonly name?: string | undefined
  readonly quantity?: string | number | undefined
  readonly amount?: string | number | undefined
}

/**
 * The lines of an order that a refund of an amount is spread over: those that were sent. What the service added by itself,
 * as its fee, Medusa never took and does not give back; a share of it would leave a rest on the goods.
 *
 * @param lines the order's lines at the service
 * @param sent what the order was made of, where it is known
 * @returns all of them where they cannot be told apart
 */
export function linesAsSent<Listed extends Line>(
  lines: readonly Listed[],
  sent: Pick<SentRequest, "products"> | null | undefined
): readonly Listed[] {
  const rest = [...lines]
  for (const product of sent?.products ?? []) {
    const alike = rest.filter((line) => isAlike(line, product))
    const line = alike.find(({ name }) => name === product.name) ?? alike[0]
    if (!line) {
      return lines
    }
    rest.splice(rest.indexOf(line), 1)
  }
  return rest.length === lines.length ? lines : lines.filter((line) => !rest.includes(line))
}

const isAlike = (one: Line, other: Line): boolean =>
  one.amount !== undefined &&
  other.amount !== undefined &&
  toOre(one.amount) === toOre(other.amount) &&
  Number(one.quantity) === Number(other.quantity)
