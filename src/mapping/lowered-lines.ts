import {
  apportion,
  atLeast0,
  divideRounded,
  exactNumber,
  least,
  LEAST_ACCOUNTED_ORE,
  sum,
} from "./decimal"
import {
  type AddedLine,
  type ChangedLines,
  isCredited,
  isLowered,
  isNoise,
  openOre,
  type Pair,
  type RemovedLine,
  type SentLine,
  stillBilledOre,
} from "./sent-lines"

/**
 * The pairs, with what credit lines took off moved to where it accounts for what the order holds: which lines bear it is free once
 * something was credited, and none is credited and billed anew only to share it out alike. A line that went bears its part as long
 * as others at its VAT rate came in its place: so the rates are balanced first, then the items of each.
 */
export function rebalanced<Line extends SentLine>(pairs: readonly Pair<Line>[]): Pair<Line>[] {
  if (!isCredited(pairs.flatMap(({ sent }) => sent))) {
    return [...pairs]
  }
  const rates = [...new Set(pairs.map(rateOf))]
  return balanced(rates.map((rate) => pairs.filter((pair) => rateOf(pair) === rate))).flatMap(
    (ofRate) => balanced(ofRate.map((pair) => [pair])).flat()
  )
}

const rateOf = ({ sent, current }: Pair<SentLine>) => current?.vatRate ?? sent[0]?.vatRate

/** Groups of pairs, with what credit lines took off moved from those that bear too much of it to those that bear too little. */
function balanced<Line extends SentLine>(groups: readonly Pair<Line>[][]): Pair<Line>[][] {
  const lacking = groups.map((pairs) => sum(pairs.map(lackingOre)))
  const spare = groups.map((pairs, index) =>
    least(atLeast0(-(lacking[index] ?? 0n)), sum(pairs.flatMap(({ sent }) => sent.map(borneOre))))
  )
  const movedOre = least(sum(spare), sum(lacking.map(atLeast0)))
  if (movedOre === 0n) {
    return [...groups]
  }
  const given = apportion(movedOre, spare)
  const taken = leastFirst(movedOre, lacking.map(atLeast0))
  return groups.map((pairs, index) =>
    bearingMore(bearingLess(pairs, given[index] ?? 0n), taken[index] ?? 0n)
  )
}

/** What an item costs beyond what its lines still bill of it. */
const lackingOre = ({ sent, current }: Pair<SentLine>): bigint =>
  (current?.grossOre ?? 0n) - sum(sent.map(stillBilledOre))

/** What a line bears of credit lines. */
export const borneOre = (line: SentLine): bigint =>
  line.standingOre === undefined ? 0n : line.standingOre - openOre(line)

/** Pairs whose lines bear so much less of credit lines, and so still bill less of what their items cost. */
function bearingLess<Line extends SentLine>(
  pairs: readonly Pair<Line>[],
  ore: bigint
): Pair<Line>[] {
  let leftOre = ore
  return pairs.map(({ sent, current }) => ({
    sent: sent.map((line) => {
      const movedOre = least(leftOre, borneOre(line))
      leftOre -= movedOre
      return movedOre === 0n ? line : { ...line, standingOre: stillBilledOre(line) - movedOre }
    }),
    current,
  }))
}

/** Pairs whose items bear so much more of credit lines, and so cost less beyond what their lines bill. */
function bearingMore<Line extends SentLine>(
  pairs: readonly Pair<Line>[],
  ore: bigint
): Pair<Line>[] {
  const shares = leastFirst(
    ore,
    pairs.map((pair) => atLeast0(lackingOre(pair)))
  )
  return pairs.map(({ sent, current }, index) => ({
    sent,
    current: current && { ...current, grossOre: current.grossOre - (shares[index] ?? 0n) },
  }))
}

/** Shares an amount out so that the least are filled first: where most is lacking, something came, which is billed. */
function leastFirst(ore: bigint, amounts: readonly bigint[]): bigint[] {
  const shares = amounts.map(() => 0n)
  let leftOre = ore
  for (const [index, amount] of [...amounts.entries()].sort(([, one], [, other]) =>
    Number(one - other)
  )) {
    const share = least(leftOre, amount)
    shares[index] = share
    leftOre -= share
  }
  return shares
}

/** What went of a line, and what that cost before credit lines; undefined where none lowered it. */
export type Gone<Line extends SentLine> = RemovedLine<Line> & { readonly goneOre?: bigint }

/**
 * What changed, with what the lines that went bore of credit lines: what came at their VAT rate bears it in their place. The rest
 * moves to the lines that remain of what credit lines lowered, and is taken off these. What they cannot bear is taken off what was
 * added, and then off the lines of further invoices.
 */
export function withMovedShares<Line extends SentLine>(
  { removed, added }: { removed: readonly Gone<Line>[]; added: readonly AddedLine[] },
  sent: readonly Line[]
): ChangedLines<Line> {
  const inPlace = borneInPlace(removed, added)
  const takenOff = new Map(removed.map(({ line, amountOre }) => [line, amountOre]))
  const left = (line: Line) => openOre(line) - (takenOff.get(line) ?? 0n)
  const lowered = sent.filter(isLowered)
  const others = sent.filter((line) => !isLowered(line))
  const movedOre = sum(removed.map(shareOf)) - inPlace.borneOre
  const beyondOre = movedOre - least(movedOre, sum(lowered.map(left)))
  const ofAddedOre = least(beyondOre, sum(inPlace.added.map(({ amountOre }) => amountOre)))
  const moved = new Map([
    ...borneBy(lowered, movedOre - beyondOre, left),
    ...borneBy(others, least(beyondOre - ofAddedOre, sum(others.map(left))), left),
  ])
  const taken = [
    ...removed.map(({ line, quantity, amountOre }) => ({
      line,
      quantity,
      amountOre: amountOre + (moved.get(line) ?? 0n),
    })),
    ...sent
      .filter((line) => !takenOff.has(line))
      .map((line) => ({ line, quantity: 0, amountOre: moved.get(line) ?? 0n })),
  ].filter(({ amountOre }) => amountOre > 0n)
  if (!isCredited(lowered)) {
    return { removed: taken, added: lessened(inPlace.added, ofAddedOre) }
  }
  const { changes, restOre } = withoutRounding(taken, (gone) => openOre(gone.line) - gone.amountOre)
  const come = lessened(inPlace.added, ofAddedOre + restOre)
  return { removed: changes, added: withoutRounding(come).changes }
}

/** What each of some lines bears of an amount that moves to them, by what is left of it. */
function borneBy<Line extends SentLine>(
  lines: readonly Line[],
  ore: bigint,
  left: (line: Line) => bigint
): [Line, bigint][] {
  const shares = ore > 0n ? apportion(ore, lines.map(left)) : []
  return lines.map((line, index) => [line, shares[index] ?? 0n])
}

/** What a line that went bore of credit lines. */
const shareOf = ({ amountOre, goneOre = amountOre }: Gone<SentLine>): bigint => goneOre - amountOre

/** What was added, less what lines that went at its VAT rate bore of credit lines, and how much that is. */
function borneInPlace(
  removed: readonly Gone<SentLine>[],
  added: readonly AddedLine[]
): { added: readonly AddedLine[]; borneOre: bigint } {
  const rates = [...new Set(added.map(({ vatRate }) => vatRate))].map((rate) => {
    const ofRate = added.filter(({ vatRate }) => vatRate === rate)
    const borneOre = least(
      sum(removed.filter(({ line }) => line.vatRate === rate).map(shareOf)),
      sum(ofRate.map(({ amountOre }) => amountOre))
    )
    return { added: lessened(ofRate, borneOre), borneOre }
  })
  return {
    added: rates.flatMap((rate) => rate.added),
    borneOre: sum(rates.map(({ borneOre }) => borneOre)),
  }
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
  const wholeOre = sum(all.map(({ amountOre }) => amountOre))
  const most = all.find(({ amountOre }) => all.every((other) => other.amountOre <= amountOre))
  const large = all.filter(({ amountOre }) => amountOre >= LEAST_ACCOUNTED_ORE)
  // Of many small ones, that come to more together, one takes them.
  const kept = large.length === 0 && most && wholeOre >= LEAST_ACCOUNTED_ORE ? [most] : large
  let restOre = wholeOre - sum(kept.map(({ amountOre }) => amountOre))
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
