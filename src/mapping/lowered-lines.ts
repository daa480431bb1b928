import { apportion, divideRounded, exactNumber, least, LEAST_ACCOUNTED_ORE, sum } from "./decimal"
import type { AddedLine, ChangedLines, Pair, RemovedLine } from "./changed-lines"
import {
  isCredited,
  isLowered,
  isNoise,
  openOre,
  type SentLine,
  stillBilledOre,
} from "./sent-lines"

/**
 * The pairs, with what credit lines took off moved to where it accounts for what the order holds: which lines bear it is free once
 * something was credited, and none is credited and billed anew only to share it out alike.
 */
export function rebalanced<Line extends SentLine>(pairs: readonly Pair<Line>[]): Pair<Line>[] {
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
export type Gone<Line extends SentLine> = RemovedLine<Line> & { readonly goneOre?: bigint }

/**
 * What changed, with what the lines that went bore of credit lines: it moves to the lines that remain of what credit lines lowered,
 * and is taken off these. What they cannot bear is taken off what was added.
 */
export function withMovedShares<Line extends SentLine>(
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

/**
 * What went of lines of which credit lines lowered one: of each as much as it still bills of it, without what it bears of the credit
 * lines.
 */
export function removedAsLowered<Line extends SentLine>(
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
      removed.unshift({ line, quantity: Math.max(0, exactNumber(quantity)), amountOre, goneOre })
      leftOre -= goneOre
    }
  }
  return removed
}
