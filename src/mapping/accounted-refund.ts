import { removedBeyondAdded } from "./changed-lines"
import type { ChangedLines, RemovedLine, SentLine } from "./sent-lines"
import { apportion, atLeast0, least, sum } from "./decimal"

/** What a refund takes of one line, in øre. */
export type LineShare<Line extends SentLine = SentLine> = {
  readonly line: Line
  readonly amountOre: bigint
}

/** A refund of an amount, as far as what changed in the order accounts for it; amounts in øre. */
export type AccountedRefund<Line extends SentLine = SentLine> = {
  /** What it takes of the lines that changed. */
  readonly shares: LineShare<Line>[]
  /** What no changed line accounts for; it is to be spread over what is left of all lines. */
  readonly restOre: bigint
  /** Whether the VAT of the shares is certain: it is that of what changed. */
  readonly isCertain: boolean
}

type AmountToAccount<Line extends SentLine> = {
  /** The refund, in øre. */
  readonly amountOre: bigint
  /** What Medusa owes the customer of the order, in øre: less where it charges for something new, such as a return's shipping. */
  readonly owedOre: bigint
  readonly changed: ChangedLines<Line>
}

/**
 * Which of the changed lines a refund is for. Medusa itself takes a refund for what it owes first, and books only what
 * goes beyond as a credit to the customer's favour.
 *
 * - What Medusa charges for something new is taken off what was removed: at the same VAT rate first. A refund has no
 *   line that adds, so across rates the VAT is not certain.
 * - The whole of what changed: its lines, and what goes beyond them is left to be spread.
 * - A part of it: the changed lines that cost exactly that, whole or some of their quantity. Where two choices differ in
 *   VAT, or none fits, each changed line takes its part; unless all are at one rate, the VAT is not certain.
 */
export function accountedRefund<Line extends SentLine>({
  amountOre,
  owedOre,
  changed,
}: AmountToAccount<Line>): AccountedRefund<Line> {
  // More than Medusa owes is of goods that it sets off against others: those at another VAT rate are billed by themselves.
  const ofGoodsOre = least(amountOre, total(removedBeyondAdded(changed)))
  const { lines, isCertain } = lessWhatWasAdded(
    changed,
    ofGoodsOre > owedOre ? ofGoodsOre : owedOre
  )
  const dueOre = total(lines)
  if (amountOre + BigInt(lines.length) < dueOre) {
    const chosen = linesThatCost(amountOre, lines)
    return {
      shares: chosen ?? apportioned(amountOre, lines),
      restOre: 0n,
      isCertain: isCertain && (chosen !== undefined || ratesOf(lines).size === 1),
    }
  }
  const sharedOre = least(amountOre, dueOre)
  const restOre = amountOre - sharedOre
  return { shares: apportioned(sharedOre, lines), restOre, isCertain }
}

/**
 * Which of the changed lines a refund is for that the customer already has, as one of the service's own portal. It may have been given
 * before anything was added: what went accounts for it also as far as Medusa sets that off against what was added since.
 *
 * - As Medusa owes, where that accounts for all of it.
 * - The removed lines that cost exactly that, whole or some of their quantity, where one choice does.
 * - What Medusa owes first, then what it sets off; only what goes beyond both is left to be spread.
 */
export function accountedGivenRefund<Line extends SentLine>(
  given: AmountToAccount<Line>
): Pick<AccountedRefund<Line>, "shares"> {
  const owed = accountedRefund(given)
  if (owed.restOre === 0n) {
    return owed
  }
  const { removed } = given.changed
  const exact = linesThatCost(given.amountOre, removed)
  if (exact) {
    return { shares: exact }
  }
  const setOff = accountedRefund({
    amountOre: owed.restOre,
    owedOre: owed.restOre,
    changed: { removed: without(owed.shares, removed), added: [] },
  })
  return { shares: [...owed.shares, ...setOff.shares] }
}

function without<Line extends SentLine>(
  shares: readonly LineShare<Line>[],
  removed: readonly RemovedLine<Line>[]
): RemovedLine<Line>[] {
  return removed.flatMap((gone) => {
    const taken = shares.find(({ line }) => line === gone.line)
    const amountOre = gone.amountOre - (taken?.amountOre ?? 0n)
    // How many fewer says nothing of an amount that something was taken off.
    return amountOre > 0n ? [{ ...gone, amountOre, quantity: taken ? 0 : gone.quantity }] : []
  })
}

/** The removed lines without what Medusa takes off for what was added. */
function lessWhatWasAdded<Line extends SentLine>(
  { removed, added }: ChangedLines<Line>,
  owedOre: bigint
): { lines: readonly RemovedLine<Line>[]; isCertain: boolean } {
  const removedOre = total(removed)
  const takenOffOre = least(atLeast0(removedOre - owedOre), total(added))
  if (takenOffOre === 0n) {
    return { lines: removed, isCertain: true }
  }
  const rates = [...ratesOf(removed)]
  const removedAt = (rate: number) => removed.filter(({ line }) => line.vatRate === rate)
  const sameRate = rates.map((rate) =>
    least(total(removedAt(rate)), total(added.filter(({ vatRate }) => vatRate === rate)))
  )
  const sameRateOre = least(sum(sameRate), takenOffOre)
  const offs = apportion(sameRateOre, sameRate)
  const lines = rates.flatMap((rate, index) =>
    resized(removedAt(rate), total(removedAt(rate)) - (offs[index] ?? 0n))
  )
  const elsewhereOre = takenOffOre - sameRateOre
  return {
    lines: resized(lines, total(lines) - elsewhereOre),
    // Either all of what was added at the rates of what was removed is taken off, or it is all of one rate.
    isCertain:
      elsewhereOre === 0n &&
      (sameRateOre === sum(sameRate) || sameRate.filter((ore) => ore > 0n).length === 1),
  }
}

function resized<Line extends SentLine>(
  lines: readonly RemovedLine<Line>[],
  totalOre: bigint
): RemovedLine<Line>[] {
  if (totalOre === total(lines)) {
    return [...lines]
  }
  const shares = apportioned(totalOre, lines)
  return lines.flatMap((removed) => {
    const amountOre = shares.find(({ line }) => line === removed.line)?.amountOre ?? 0n
    // How many fewer says nothing of an amount that something was taken off.
    return amountOre > 0n ? [{ ...removed, quantity: 0, amountOre }] : []
  })
}

function apportioned<Line extends SentLine>(
  amountOre: bigint,
  lines: readonly RemovedLine<Line>[]
): LineShare<Line>[] {
  const shares = apportion(
    amountOre,
    lines.map((removed) => removed.amountOre)
  )
  return lines.flatMap(({ line }, index) => {
    const share = shares[index] ?? 0n
    return share > 0n ? [{ line, amountOre: share }] : []
  })
}

/** More choices than these are not tried: the lines then take their parts. */
const MOST_CHOICES = 20_000

/**
 * Lines, whole or some of their quantity, that cost exactly an amount.
 *
 * @returns undefined where none do, or two choices differ in what they take at a VAT rate
 */
function linesThatCost<Line extends SentLine>(
  amountOre: bigint,
  lines: readonly RemovedLine<Line>[]
): LineShare<Line>[] | undefined {
  const pieces = lines.map(amountsOfPieces)
  const found = new Map<string, LineShare<Line>[]>()
  let choices = 0
  const choose = (index: number, leftOre: bigint, chosen: LineShare<Line>[]): void => {
    choices++
    if (leftOre === 0n) {
      const key = byRateOf(chosen)
      found.set(key, found.get(key) ?? chosen)
      return
    }
    const removed = lines[index]
    if (!removed || choices > MOST_CHOICES || found.size > 1) {
      return
    }
    for (const amount of pieces[index] ?? []) {
      if (amount <= leftOre) {
        choose(index + 1, leftOre - amount, [...chosen, { line: removed.line, amountOre: amount }])
      }
    }
    choose(index + 1, leftOre, chosen)
  }
  choose(0, amountOre, [])
  return choices <= MOST_CHOICES && found.size === 1 ? [...found.values()][0] : undefined
}

/** What each number of a line's items costs, the whole line first; in øre. */
export function amountsOfPieces({ line, quantity, amountOre }: RemovedLine): bigint[] {
  const isWhole = Number.isInteger(quantity) && quantity > 1 && line.creditedOre === 0n
  const pieces = isWhole ? BigInt(quantity) : 1n
  return Array.from({ length: Number(pieces) }, (_, index) => {
    const [part = 0n] = apportion(amountOre, [pieces - BigInt(index), BigInt(index)])
    return part
  })
}

function byRateOf(shares: readonly LineShare[]): string {
  const byRate = new Map<number, bigint>()
  for (const { line, amountOre } of shares) {
    byRate.set(line.vatRate, (byRate.get(line.vatRate) ?? 0n) + amountOre)
  }
  return [...byRate]
    .sort(([one], [other]) => one - other)
    .map(([rate, amountOre]) => `${rate}:${amountOre}`)
    .join()
}

const ratesOf = (lines: readonly RemovedLine[]) => new Set(lines.map(({ line }) => line.vatRate))

const total = (lines: readonly { amountOre: bigint }[]) =>
  sum(lines.map(({ amountOre }) => amountOre))
