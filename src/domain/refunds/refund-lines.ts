import { MedusaError } from "@medusajs/framework/utils"

import {
  accountedRefund,
  type ChangedLines,
  formatOre,
  MappingError,
  type RefundableLine,
  type SentLine,
  spreadRefund,
  toOre,
} from "../../mapping"
import type { SentRequest } from "../../modules/e-invoice/orders/order-row"
import type { RefundRow, RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import { notAllowed } from "../failure"

/** A line of an order with what is left to refund of it. */
export type LineLeft = { id: number; name: string; leftOre: bigint }

/** What staff refund: an amount of each of these lines, or an amount of the order; decimal major units. */
export type RefundChoice =
  { readonly lines: readonly { id: number; amount: string }[] } | { readonly amount: string }

/** The sum that a choice asks for, in øre. */
export const chosenOre = (choice: RefundChoice): bigint =>
  "lines" in choice
    ? choice.lines.reduce((sum, { amount }) => sum + toOre(amount), 0n)
    : toOre(choice.amount)

/**
 * The shares of a refund as the service takes them: the chosen ones, or those of an amount, from the lines that changed
 * as far as these account for it.
 *
 * @throws MedusaError naming the field that asks for more than is left, or for a line the order does not have
 */
export function sharesOfChoice(
  choice: RefundChoice,
  lines: readonly LineLeft[],
  change?: OrderChange
): RefundShare[] {
  return "lines" in choice
    ? choice.lines.map((line, index) => checkedShare(line, index, lines))
    : sharesOfAmount(
        lines.map(({ id, leftOre }) => ({ id, amountOre: leftOre })),
        toOre(choice.amount),
        change
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

/** A line of the order as the service describes it; the amount is major units. */
export type AnsweredLine = {
  readonly id?: number | undefined
  readonly amount?: number | undefined
}

/**
 * What a refund of an amount takes of each of the order's lines: of those that changed, as far as these account for it,
 * and the rest spread over all, with regard to what earlier refunds took from each.
 *
 * @param lines the order's lines at the service
 * @param earlier refunds of the order, whatever became of them
 * @throws MedusaError when the service does not name its lines, or too little is left on them
 */
export function refundShares(
  lines: readonly AnsweredLine[],
  earlier: readonly Pick<RefundRow, "state" | "products">[],
  amountOre: bigint,
  change?: OrderChange
): RefundShare[] {
  const taken = takenFromLines(earlier)
  return sharesOfAmount(
    lines.flatMap(({ id, amount }) =>
      id === undefined || amount === undefined
        ? []
        : [{ id, amountOre: toOre(amount), refundedOre: taken.get(id) ?? 0n }]
    ),
    amountOre,
    change
  )
}

/** A line as it was sent, and its number at the service; undefined on another invoice of the order. */
export type InvoicedLine = SentLine & { readonly serviceId: number | undefined }

/** What changed in a Medusa order since its invoices were sent. */
export type OrderChange = {
  /** What Medusa owes the customer, in øre; zero or below where it owes nothing. */
  readonly owedOre: bigint
  readonly changed: ChangedLines<InvoicedLine>
}

/** What of an amount is taken of which line, in the lines' order; of a gift card's, which is negative, nothing. */
function sharesOfAmount(
  all: readonly RefundableLine[],
  amountOre: bigint,
  change: OrderChange | undefined
): RefundShare[] {
  const lines = all.filter(({ amountOre: charged }) => charged >= 0n)
  const { shares, restOre } = change
    ? accountedRefund({ amountOre, ...change })
    : { shares: [], restOre: amountOre }
  const ofChanged = new Map<RefundableLine["id"], bigint>()
  for (const { line, amountOre: share } of shares) {
    ofChanged.set(line.serviceId ?? "", (ofChanged.get(line.serviceId ?? "") ?? 0n) + share)
  }
  const left = lines.map((line) => ({
    ...line,
    refundedOre: (line.refundedOre ?? 0n) + (ofChanged.get(line.id) ?? 0n),
  }))
  if (left.some(({ amountOre: charged, refundedOre }) => refundedOre > charged)) {
    return spreadOver(lines, amountOre)
  }
  const spread = shares.length > 0 && restOre === 0n ? [] : spreadOver(left, restOre)
  const ofRest = new Map(spread.map(({ id, amount }) => [id, toOre(amount)]))
  return lines.flatMap(({ id }) => {
    const share = (ofChanged.get(id) ?? 0n) + (ofRest.get(Number(id)) ?? 0n)
    return share > 0n ? [{ id: Number(id), amount: formatOre(share) }] : []
  })
}

/**
 * Spreads a refund over lines in proportion to what is left of each.
 *
 * @throws MedusaError when there are no lines, or too little is left on them
 */
function spreadOver(lines: readonly RefundableLine[], amountOre: bigint): RefundShare[] {
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

export type ListedLine = Line & { readonly id?: number | undefined }

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
  sent: Pick<SentRequest, "products"> | null | undefined
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

const isAlike = (one: Line, other: Line): boolean =>
  one.amount !== undefined &&
  other.amount !== undefined &&
  toOre(one.amount) === toOre(other.amount) &&
  Number(one.quantity) === Number(other.quantity)
