import {
  apportion,
  formatOre,
  least,
  LEAST_ACCOUNTED_ORE,
  toOre,
  decimalText,
  divideRounded,
  EXACT_DECIMALS,
  exactToOre,
  sum,
  toExact,
} from "./decimal"
import type { MappableOrder } from "./order-entry"
import { readOrder, type SourceLine, sourceLines } from "./read-order"

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
    quantity: number(source.quantity),
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
  const weights =
    openInAllOre > 0n ? open : lines.map(({ grossOre }) => (grossOre > 0n ? grossOre : 0n))
  return apportion(openInAllOre + borneOre, weights)
}

/** What is left of a line; of a gift card's, which is negative, nothing. */
const openOre = ({ amountOre, creditedOre }: SentLine): bigint =>
  amountOre > creditedOre ? amountOre - creditedOre : 0n

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

/**
 * The lines of a Medusa order now, as its customer owes them: items, then shipping methods, before credit lines.
 *
 * - A quantity that is requested for return is gone, as it is from what Medusa has pending; of one that is received in part
 *   the rest still counts as requested.
 * - What was received is gone, also what was received damaged (`return_dismissed_quantity`).
 * - What a claim wrote off and is not sent back stays: Medusa charges for it until staff refund it.
 * - What an exchange or a claim takes back is a return; what it sends instead is an item of its own, and so is the
 *   shipping of either.
 *
 * @throws MappingError naming the first field that is not what Medusa would return
 */
export function linesNow(order: MappableOrder): LineNow[] {
  return sourceLines(readOrder(order)).flatMap((line) => {
    const kept = line.quantity - line.requested
    return kept <= 0n || line.gross <= 0n ? [] : [lineNow(line, kept)]
  })
}

const lineNow = (
  { id, name, productId, quantity, returned = 0n, vatRate, gross }: SourceLine,
  kept: bigint
) => ({
  id,
  name,
  productId,
  quantity: number(kept),
  ordered: number(quantity + returned),
  vatRate: number(vatRate),
  grossOre: exactToOre(divideRounded(gross * kept, quantity)),
})

const number = (exact: bigint) => Number(decimalText(exact, EXACT_DECIMALS))

/**
 * The lines of an order that is billed by the parcel, without what waits for its parcel: what was ordered and never billed.
 *
 * @param everBilled lines of all the order's invoices that stand, and of its parcels' that have ended
 */
export const withoutWaiting = (
  now: readonly LineNow[],
  everBilled: readonly SentLine[]
): LineNow[] =>
  now.flatMap((line) => {
    const billed = everBilled.filter((sent) => keyOf(sent) === keyOf(line))
    const waiting = exactly(line.ordered) - sum(billed.map(({ quantity }) => exactly(quantity)))
    const quantity = exactly(line.quantity)
    const kept = waiting > 0n ? quantity - waiting : quantity
    return kept <= 0n
      ? []
      : [
          {
            ...line,
            quantity: number(kept),
            grossOre: divideRounded(line.grossOre * kept, quantity),
          },
        ]
  })

/**
 * Compares what an order's invoices billed with what the order holds now, item by item.
 *
 * A line is compared by what its item costs. What credit lines took off an invoice stays with its lines that remain: these come to
 * less once others go, as Medusa waits for less by what the item cost. Of a line that was billed more than once, what is gone
 * is taken off the last one first. A line whose VAT rate changed is removed at the old rate and added at the new one. Lines that
 * belong to no item, such as an adjustment, are left out: compare the sums with what is outstanding.
 *
 * @param asSent lines of all the order's invoices that stand; those to credit first come last
 * @param now the order's lines, from `linesNow`
 */
export function changedLines<Line extends SentLine>({
  asSent,
  now,
}: {
  asSent: readonly Line[]
  now: readonly LineNow[]
}): ChangedLines<Line> {
  const isAnyLowered = asSent.some(isLowered)
  const pairs = isAnyLowered ? rebalanced(paired(asSent, now)) : paired(asSent, now)
  const changed = {
    removed: pairs.flatMap(({ sent, current }) => removedOf(sent, current)),
    added: pairs.flatMap(({ sent, current }) => addedOf(sent, current)),
  }
  return isAnyLowered
    ? withMovedShares(
        changed,
        pairs.flatMap(({ sent }) => sent.filter(isLowered))
      )
    : changed
}

/**
 * The pairs, with what credit lines took off moved to where it accounts for what the order holds: which lines bear it is free once
 * something was credited, and none is credited and billed anew only to share it out alike.
 */
function rebalanced<Line extends SentLine>(pairs: readonly Pair<Line>[]): Pair<Line>[] {
  const sums = pairs.map(({ sent, current }) => ({
    isAny: sent.some(isLowered),
    // What of the order these lines billed.
    heldOre: least(current?.grossOre ?? 0n, sum(sent.map(({ grossOre }) => grossOre))),
    standingOre: sum(sent.map(stillBilledOre)),
    leftOre: sum(sent.map(openOre)),
  }))
  const spare = sums.map(({ isAny, heldOre, standingOre, leftOre }) =>
    isAny ? positive(standingOre - (heldOre > leftOre ? heldOre : leftOre)) : 0n
  )
  const lacking = sums.map(({ isAny, heldOre, standingOre }) =>
    isAny ? positive(heldOre - standingOre) : 0n
  )
  const movedOre = least(sum(spare), sum(lacking))
  if (movedOre === 0n) {
    return [...pairs]
  }
  const given = apportion(movedOre, spare)
  const taken = apportion(movedOre, lacking)
  return pairs.map(({ sent, current }, index) => ({
    sent: withStanding(sent, (taken[index] ?? 0n) - (given[index] ?? 0n)),
    current,
  }))
}

const positive = (ore: bigint): bigint => (ore > 0n ? ore : 0n)

/** Lines that still bill so much more, or less, of what their items cost; of each no less than is left of it. */
function withStanding<Line extends SentLine>(sent: readonly Line[], ore: bigint): Line[] {
  let leftOre = ore
  return sent.map((line) => {
    if (line.standingOre === undefined || leftOre === 0n) {
      return line
    }
    const leastOre = openOre(line) - line.standingOre
    const movedOre = leftOre > leastOre ? leftOre : leastOre
    leftOre -= movedOre
    return { ...line, standingOre: line.standingOre + movedOre }
  })
}

/** What went of a line, and what that cost before credit lines; undefined where none lowered it. */
type Gone<Line extends SentLine> = RemovedLine<Line> & { readonly goneOre?: bigint }

/**
 * What changed, with what the lines that went bore of credit lines: it moves to the lines that remain of what credit lines lowered,
 * and is taken off these. What they cannot bear is taken off what was added.
 */
function withMovedShares<Line extends SentLine>(
  { removed, added }: { removed: readonly Gone<Line>[]; added: readonly AddedLine[] },
  lowered: readonly Line[]
): ChangedLines<Line> {
  const takenOff = new Map(removed.map(({ line, amountOre }) => [line, amountOre]))
  const movedOre = sum(removed.map(({ amountOre, goneOre = amountOre }) => goneOre - amountOre))
  const left = lowered.map((line) => openOre(line) - (takenOff.get(line) ?? 0n))
  const borneOre = least(movedOre, sum(left))
  const shares = borneOre > 0n ? apportion(borneOre, left) : []
  const moved = new Map(lowered.map((line, index) => [line, shares[index] ?? 0n]))
  const taken = [
    ...removed.map(({ line, quantity, amountOre }) => ({
      line,
      quantity,
      amountOre: amountOre + (moved.get(line) ?? 0n),
    })),
    ...lowered
      .filter((line) => !takenOff.has(line))
      .map((line) => ({ line, quantity: 0, amountOre: moved.get(line) ?? 0n })),
  ].filter(({ amountOre }) => amountOre > 0n)
  if (!isCredited(lowered)) {
    return { removed: taken, added: lessened(added, movedOre - borneOre) }
  }
  const { changes, restOre } = withoutRounding(taken, (gone) => openOre(gone.line) - gone.amountOre)
  const come = lessened(added, movedOre - borneOre + restOre)
  return { removed: changes, added: withoutRounding(come).changes }
}

/**
 * Changes without those of a few øre, as credits were rounded: the others take them.
 *
 * @param roomOf how much more a change can be, at most
 */
function withoutRounding<Change extends { readonly amountOre: bigint }>(
  all: readonly Change[],
  roomOf?: (change: Change) => bigint
): { changes: Change[]; restOre: bigint } {
  let restOre = 0n
  const kept = all.filter(({ amountOre }) => {
    const isKept = amountOre >= LEAST_ACCOUNTED_ORE
    restOre += isKept ? 0n : amountOre
    return isKept
  })
  const changes = kept.map((change) => {
    const moreOre = roomOf ? least(restOre, roomOf(change)) : restOre
    restOre -= moreOre
    return { ...change, amountOre: change.amountOre + moreOre }
  })
  return { changes, restOre }
}

/** What was added, each line of which bears its part of an amount that is taken off. */
function lessened(added: readonly AddedLine[], ore: bigint): readonly AddedLine[] {
  if (ore === 0n) {
    return added
  }
  const wholeOre = sum(added.map(({ amountOre }) => amountOre))
  const leftOre = wholeOre - least(ore, wholeOre)
  if (leftOre < LEAST_ACCOUNTED_ORE) {
    return []
  }
  const shares = apportion(
    leftOre,
    added.map(({ amountOre }) => amountOre)
  )
  return added.map((line, index) => ({ ...line, amountOre: shares[index] ?? 0n }))
}

/** Whether something was credited of a line that credit lines lowered. */
const isCredited = (sent: readonly SentLine[]): boolean =>
  sent.some((line) => isLowered(line) && line.creditedOre > 0n)

/** Whether credit lines lowered the invoice of a line. */
const isLowered = ({ standingOre }: SentLine): boolean => standingOre !== undefined

/**
 * What was taken off, less what was added at the same VAT rate: lines of one rate make up for each other, those of two do not.
 * What was added makes up for the first of them.
 */
export function removedBeyondAdded<Line extends SentLine>({
  removed,
  added,
}: ChangedLines<Line>): RemovedLine<Line>[] {
  const addedOre = new Map<number, bigint>()
  for (const { vatRate, amountOre } of added) {
    addedOre.set(vatRate, (addedOre.get(vatRate) ?? 0n) + amountOre)
  }
  return removed.flatMap((gone) => {
    const { vatRate } = gone.line
    const left = addedOre.get(vatRate) ?? 0n
    const madeUpOre = left < gone.amountOre ? left : gone.amountOre
    addedOre.set(vatRate, left - madeUpOre)
    const amountOre = gone.amountOre - madeUpOre
    // How many fewer says nothing of an amount that something made up for.
    return amountOre > 0n
      ? [{ ...gone, amountOre, quantity: madeUpOre > 0n ? 0 : gone.quantity }]
      : []
  })
}

/** What was billed of one item at one rate, and what the order holds of it. */
type Pair<Line extends SentLine> = { sent: Line[]; current: LineNow | undefined }

function paired<Line extends SentLine>(
  asSent: readonly Line[],
  now: readonly LineNow[]
): Pair<Line>[] {
  const pairs = new Map<string, Pair<Line>>()
  for (const current of now) {
    pairs.set(keyOf(current), { sent: [], current })
  }
  const withoutId: Line[] = []
  for (const line of asSent) {
    if (line.id === undefined) {
      withoutId.push(line)
      continue
    }
    const pair = pairs.get(keyOf(line)) ?? { sent: [], current: undefined }
    pair.sent.push(line)
    pairs.set(keyOf(line), pair)
  }
  for (const line of withoutId) {
    const alike = [...pairs.values()].filter(
      ({ sent, current }) => sent.length === 0 && current !== undefined && isAlike(line, current)
    )
    if (alike.length === 1) {
      alike[0]?.sent.push(line)
    }
  }
  return [...pairs.values()]
}

const keyOf = ({ id, vatRate }: Pick<LineNow, "id" | "vatRate">) => `${id ?? ""} ${vatRate}`

const isAlike = (line: SentLine, current: LineNow) =>
  line.name === current.name &&
  line.productId === current.productId &&
  line.vatRate === current.vatRate

/** Below this a difference comes of how Medusa divides: an øre a line. */
const isNoise = (ore: bigint, lines: number) => ore <= BigInt(lines) && ore >= -BigInt(lines)

function removedOf<Line extends SentLine>(
  sent: readonly Line[],
  current: LineNow | undefined
): Gone<Line>[] {
  const quantity = sum(sent.map((line) => exactly(line.quantity))) - exactly(current?.quantity ?? 0)
  const amount = sum(sent.map(({ amountOre }) => amountOre))
  const gross = sum(sent.map(({ grossOre }) => grossOre))
  const kept = current?.grossOre ?? 0n
  if (sent.some(isLowered)) {
    return removedAsLowered(sent, { keptOre: kept, quantity })
  }
  if (gross <= kept || (quantity === 0n && isNoise(gross - kept, sent.length))) {
    return []
  }
  const gone = amount - divideRounded(amount * kept, gross)
  let left = gone - sum(sent.map(({ creditedOre }) => creditedOre))
  const removed: RemovedLine<Line>[] = []
  for (const line of [...sent].reverse()) {
    const open = line.amountOre - line.creditedOre
    const amountOre = left < open ? left : open
    if (amountOre > 0n) {
      removed.unshift({ line, quantity: Math.max(0, number(quantity)), amountOre })
      left -= amountOre
    }
  }
  return removed
}

/**
 * What went of lines of which credit lines lowered one: of each as much as it still bills of it, without what it bears of the credit
 * lines.
 */
function removedAsLowered<Line extends SentLine>(
  sent: readonly Line[],
  { keptOre, quantity }: { keptOre: bigint; quantity: bigint }
): Gone<Line>[] {
  let leftOre = sum(sent.map(stillBilledOre)) - keptOre
  if (quantity === 0n && isNoise(leftOre, sent.length) && !isCredited(sent)) {
    return []
  }
  const removed: Gone<Line>[] = []
  for (const line of [...sent].reverse()) {
    const standingOre = stillBilledOre(line)
    const goneOre = least(leftOre, standingOre)
    if (goneOre > 0n) {
      const amountOre = divideRounded(openOre(line) * goneOre, standingOre)
      removed.unshift({ line, quantity: Math.max(0, number(quantity)), amountOre, goneOre })
      leftOre -= goneOre
    }
  }
  return removed
}

function addedOf(sent: readonly SentLine[], current: LineNow | undefined): AddedLine[] {
  if (!current) {
    return []
  }
  const quantity = exactly(current.quantity) - sum(sent.map((line) => exactly(line.quantity)))
  const amountOre = current.grossOre - sum(sent.map(stillBilledOre))
  if (amountOre <= 0n || (quantity <= 0n && isNoise(amountOre, sent.length) && !isCredited(sent))) {
    return []
  }
  return [
    {
      ...current,
      quantity: sent.some(({ creditedOre }) => creditedOre > 0n)
        ? piecesOf(amountOre, current)
        : Math.max(0, number(quantity)),
      amountOre,
    },
  ]
}

/** What a line still bills of what its item cost. */
const stillBilledOre = ({ amountOre, grossOre, creditedOre, standingOre }: SentLine): bigint =>
  standingOre ??
  (creditedOre === 0n || amountOre === 0n
    ? grossOre
    : grossOre - divideRounded(grossOre * creditedOre, amountOre))

/** How many pieces of an item cost an amount; 0 where no whole number does. */
function piecesOf(amountOre: bigint, { quantity, grossOre }: LineNow): number {
  const pieces = Math.round((quantity * Number(amountOre)) / Number(grossOre))
  const cost = divideRounded(grossOre * exactly(pieces), exactly(quantity))
  return isNoise(cost - amountOre, 1) ? pieces : 0
}

const exactly = (quantity: number) => toExact(quantity)
