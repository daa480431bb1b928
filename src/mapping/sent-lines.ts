import {
  apportion,
  atLeast0,
  divideRounded,
  exactNumber,
  exactToOre,
  formatOre,
  sum,
  toExact,
  toOre,
} from "./decimal"
import type { SourceLine } from "./read-order"

/** What a product line of a request was made of; kept beside the request, in its order. */
export type BilledLine = {
  /** Of the Medusa item or shipping method; null for an adjustment, and for a cart's. */
  id: string | null
  quantity: number
  /** What it cost before credit lines were spread over the invoice: major units, with tax. */
  gross: string
}

/** What the product lines of a request are made of. The items of a cart get other ids in its order. */
export const billedLines = (
  lines: readonly {
    readonly source: Pick<SourceLine, "id" | "quantity" | "gross" | "beforeCredit">
  }[],
  kind: "order" | "cart" | "difference" | "parcel"
): BilledLine[] =>
  lines.map(({ source }) => ({
    id: (kind === "cart" ? undefined : source.id) ?? null,
    quantity: exactNumber(source.quantity),
    gross: formatOre(exactToOre(source.beforeCredit ?? source.gross)),
  }))

/** A line of an invoice as it was sent; amounts in øre, with tax. */
export type SentLine = {
  /** Of the Medusa item or shipping method; undefined for an adjustment, and for what was billed from a cart. */
  readonly id: string | undefined
  readonly name: string
  readonly productId?: string | undefined
  readonly quantity: number
  /** VAT in percent. */
  readonly vatRate: number
  /** What the line charges. */
  readonly amountOre: bigint
  /** What the item cost before credit lines were spread over the invoice; the amount where none were. */
  readonly grossOre: bigint
  /**
   * What was credited or refunded of the line because goods of it went, or may have been: what comes back is billed anew. Goodwill
   * does not count, as the customer keeps what it was given for.
   */
  readonly creditedOre: bigint
  /**
   * What the line still bills of what its items cost, of an invoice that credit lines lowered: these stay with it, whatever of it is
   * credited. Undefined where none did.
   */
  readonly standingOre?: bigint | undefined
}

/** A line that the Medusa order holds now; amounts in øre, with tax. */
export type LineNow = {
  /** Of the item or shipping method. */
  readonly id: string | undefined
  readonly name: string
  readonly productId: string | undefined
  readonly quantity: number
  /** With what came back, or is to. */
  readonly ordered: number
  /** VAT in percent. */
  readonly vatRate: number
  readonly grossOre: bigint
}

/** What was taken off a line as sent, and was neither credited nor refunded yet. */
export type RemovedLine<Line extends SentLine = SentLine> = {
  readonly line: Line
  /** How many fewer of the item there are in all; 0 where only the price was lowered. */
  readonly quantity: number
  readonly amountOre: bigint
}

/** What the order holds and no invoice bills. */
export type AddedLine = LineNow & { readonly amountOre: bigint }

export type ChangedLines<Line extends SentLine = SentLine> = {
  readonly removed: readonly RemovedLine<Line>[]
  readonly added: readonly AddedLine[]
}

/** What was billed of one item at one rate, and what the order holds of it. */
export type Pair<Line extends SentLine> = { sent: Line[]; current: LineNow | undefined }

type SentProduct = {
  readonly name: string
  readonly productId?: string | undefined
  readonly quantity: string | number
  readonly tax: string | number
  readonly amount: string | number
}

/**
 * The lines of a request as it was sent, in its order.
 *
 * @param creditedOre what was credited or refunded of each product's goods, by its place in the request; nothing when left out
 */
export const sentLines = (
  sent: {
    readonly products: readonly SentProduct[]
    readonly lines?: readonly BilledLine[] | undefined
  },
  creditedOre: (index: number) => bigint = () => 0n
): SentLine[] => {
  const lines = sent.products.map(({ name, productId, quantity, tax, amount }, index) => {
    const billed = sent.lines?.[index]
    const amountOre = toOre(amount)
    return {
      id: billed?.id ?? undefined,
      name,
      ...(productId !== undefined && { productId }),
      quantity: billed?.quantity ?? Number(quantity),
      vatRate: Number(tax),
      amountOre,
      grossOre: billed ? toOre(billed.gross) : amountOre,
      creditedOre: creditedOre(index),
    }
  })
  const standing = standingOf(lines)
  return standing
    ? lines.map((line, index) => ({ ...line, standingOre: standing[index] ?? line.grossOre }))
    : lines
}

/**
 * So much of a line: of as many of its pieces as cost that, or of a part of them where no whole number does.
 *
 * @param ore more than nothing, and at most what the line charges
 */
export function partOfLine(line: SentLine, ore: bigint): SentLine {
  const { amountOre, quantity, grossOre, standingOre } = line
  const partOf = (whole: bigint) => divideRounded(whole * ore, amountOre)
  return {
    ...line,
    quantity: piecesOf(ore, { quantity, grossOre: amountOre }) || quantity,
    amountOre: ore,
    grossOre: partOf(grossOre),
    ...(standingOre !== undefined && { standingOre: partOf(standingOre) }),
  }
}

/** How many pieces of an item cost an amount; 0 where no whole number does. */
export function piecesOf(
  amountOre: bigint,
  { quantity, grossOre }: Pick<LineNow, "quantity" | "grossOre">
): number {
  const pieces = Math.round((quantity * Number(amountOre)) / Number(grossOre))
  const cost = divideRounded(grossOre * toExact(pieces), toExact(quantity))
  return isNoise(cost - amountOre, 1) ? pieces : 0
}

/**
 * What the lines of an invoice still bill of what their items cost. What credit lines took off the invoice is fixed, so what is
 * left of it and that make the sum. By line in proportion to what is left of each, as it is once credits took from the lines that
 * stay what those that went bore of a gift card.
 *
 * @returns undefined where no credit lines lowered the invoice
 */
function standingOf(lines: readonly SentLine[]): bigint[] | undefined {
  const borneOre = sum(lines.map(({ grossOre, amountOre }) => grossOre - amountOre))
  if (borneOre <= BigInt(lines.length)) {
    return undefined
  }
  if (lines.every(({ creditedOre }) => creditedOre === 0n)) {
    return lines.map(({ grossOre }) => grossOre)
  }
  const open = lines.map(openOre)
  const openInAllOre = sum(open)
  const weights = openInAllOre > 0n ? open : lines.map(({ grossOre }) => atLeast0(grossOre))
  return apportion(openInAllOre + borneOre, weights)
}

/** What is left of a line; of a gift card's, which is negative, nothing. */
export const openOre = ({ amountOre, creditedOre }: SentLine): bigint =>
  atLeast0(amountOre - creditedOre)

/** What a line still bills of what its item cost. */
export const stillBilledOre = ({
  amountOre,
  grossOre,
  creditedOre,
  standingOre,
}: SentLine): bigint =>
  standingOre ??
  (creditedOre === 0n || amountOre === 0n
    ? grossOre
    : grossOre - divideRounded(grossOre * creditedOre, amountOre))

/** Whether something was credited of a line that credit lines lowered. */
export const isCredited = (sent: readonly SentLine[]): boolean =>
  sent.some((line) => isLowered(line) && line.creditedOre > 0n)

/** Whether credit lines lowered the invoice of a line. */
export const isLowered = ({ standingOre }: SentLine): boolean => standingOre !== undefined

/** Below this a difference comes of how Medusa divides: an øre a line. */
export const isNoise = (ore: bigint, lines: number) => ore <= BigInt(lines) && ore >= -BigInt(lines)
