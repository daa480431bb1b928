import { atLeast0, divideRounded, exactNumber, exactToOre, least, sum, toExact } from "./decimal"
import { type Gone, rebalanced, removedAsLowered, withMovedShares } from "./lowered-lines"
import type { MappableOrder } from "./order-entry"
import { readOrder, type SourceLine, sourceLines } from "./read-order"
import {
  type AddedLine,
  type ChangedLines,
  isCredited,
  isLowered,
  isNoise,
  type LineNow,
  openOre,
  type Pair,
  piecesOf,
  type RemovedLine,
  type SentLine,
  stillBilledOre,
} from "./sent-lines"

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
  quantity: exactNumber(kept),
  ordered: exactNumber(quantity + returned),
  vatRate: exactNumber(vatRate),
  grossOre: exactToOre(divideRounded(gross * kept, quantity)),
})

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
    const kept = quantity - atLeast0(waiting)
    return kept <= 0n
      ? []
      : [
          {
            ...line,
            quantity: exactNumber(kept),
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
        pairs.flatMap(({ sent }) => sent)
      )
    : changed
}

/**
 * What lines bill that belong to no item of the order, such as an adjustment, or what a card was charged beyond its reservation.
 */
export function billedOfNoItem(
  asSent: readonly SentLine[],
  now: readonly LineNow[]
): RemovedLine[] {
  const ofItems = new Set(paired(asSent, now).flatMap(({ sent }) => sent))
  return asSent.flatMap((line) => {
    const amountOre = openOre(line)
    return ofItems.has(line) || amountOre === 0n ? [] : [{ line, quantity: 0, amountOre }]
  })
}

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
    const madeUpOre = least(left, gone.amountOre)
    addedOre.set(vatRate, left - madeUpOre)
    const amountOre = gone.amountOre - madeUpOre
    // How many fewer says nothing of an amount that something made up for.
    return amountOre > 0n
      ? [{ ...gone, amountOre, quantity: madeUpOre > 0n ? 0 : gone.quantity }]
      : []
  })
}

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
    const [only, ...others] = [...pairs.values()].filter(
      ({ sent, current }) => sent.length === 0 && current !== undefined && isAlike(line, current)
    )
    if (others.length === 0) {
      only?.sent.push(line)
    }
  }
  return [...pairs.values()]
}

const keyOf = ({ id, vatRate }: Pick<LineNow, "id" | "vatRate">) => `${id ?? ""} ${vatRate}`

const isAlike = (line: SentLine, current: LineNow) =>
  line.name === current.name &&
  line.productId === current.productId &&
  line.vatRate === current.vatRate

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
    const amountOre = least(left, open)
    if (amountOre > 0n) {
      removed.unshift({ line, quantity: Math.max(0, exactNumber(quantity)), amountOre })
      left -= amountOre
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
        : Math.max(0, exactNumber(quantity)),
      amountOre,
    },
  ]
}

const exactly = (quantity: number) => toExact(quantity)
