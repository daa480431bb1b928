import { toOre } from "../../mapping"
import { atLeast0, sum } from "../../mapping/decimal"
import type { SentRequest } from "../../modules/e-invoice/orders/order-row"
import type { RefundRow, RefundShare } from "../../modules/e-invoice/refunds/refund-row"

/** A line of the order as the service describes it; the amount is major units. */
export type AnsweredLine = {
  readonly id?: number | undefined
  readonly amount?: number | undefined
}

/**
 * What refunds took from each line, in øre, by the line's id; those that were rejected took nothing.
 *
 * @param what `products`: as the service was asked; `goods`: what of it was owed for goods that went
 */
export function takenFromLines<What extends "products" | "goods">(
  earlier: readonly (Pick<RefundRow, "state"> & Pick<RefundRow, What>)[],
  what: What
): Map<number, bigint> {
  const taken = new Map<number, bigint>()
  for (const refund of earlier) {
    if (refund.state !== "rejected") {
      for (const { id, amount } of refund[what] ?? []) {
        taken.set(id, (taken.get(id) ?? 0n) + toOre(amount))
      }
    }
  }
  return taken
}

export type ListedLine = Line & { readonly id?: number | undefined }

/** A line of an order as the service lists it; the amount is major units. */
type Line = {
  readonly name?: string | undefined
  readonly quantity?: string | number | undefined
  readonly amount?: string | number | undefined
}

type SentProduct = Pick<SentRequest["products"][number], "name" | "quantity" | "amount">

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
  const found = listedAsSent(lines, sent)
  return found && found.length > 0 ? lines.filter((line) => found.includes(line)) : lines
}

/**
 * The line at the service of each product that was sent, in the order of the request.
 *
 * @returns undefined where one of them is not found
 */
export function listedAsSent<Listed extends Line>(
  lines: readonly Listed[],
  sent: { readonly products: readonly SentProduct[] } | null | undefined
): Listed[] | undefined {
  const rest = [...lines]
  const found: Listed[] = []
  for (const product of sent?.products ?? []) {
    const alike = rest.filter((line) => isAlike(line, product))
    const line = alike.find(({ name }) => name === product.name) ?? alike[0]
    if (!line) {
      return undefined
    }
    rest.splice(rest.indexOf(line), 1)
    found.push(line)
  }
  return found
}

const isAlike = (line: Line, sent: SentProduct): boolean =>
  line.amount !== undefined &&
  toOre(line.amount) === toOre(sent.amount) &&
  Number(line.quantity) === Number(sent.quantity)

/**
 * What is left of each line that the service lists, in øre.
 *
 * @param earlier the invoice's refunds
 */
export function linesLeft(
  lines: readonly ListedLine[],
  earlier: readonly Pick<RefundRow, "state" | "products">[]
): { id: number; name: string; leftOre: bigint }[] {
  const taken = takenFromLines(earlier, "products")
  return lines.flatMap(({ id, name = "", amount }) =>
    id === undefined || amount === undefined
      ? []
      : [{ id, name, leftOre: atLeast0(toOre(amount) - (taken.get(id) ?? 0n)) }]
  )
}

/** What shares come to, in øre. */
export const totalOf = (shares: readonly RefundShare[] | null): bigint =>
  sum((shares ?? []).map(({ amount }) => toOre(amount)))
