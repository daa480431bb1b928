import {
  apportion,
  atLeast0,
  divideRounded,
  EXACT_PER_ORE,
  exactToOre,
  least,
  NEGLIGIBLE,
  roundToSum,
  sum,
  toExact,
} from "./decimal"
import { removedBeyondAdded } from "./changed-lines"
import { borneOre } from "./lowered-lines"
import type { AddedLine, ChangedLines, SentLine } from "./sent-lines"
import { MappingError } from "./settings-and-errors"
import { EXACT_ONE, type ReadOrder, type SourceLine, sourceLines } from "./read-order"

/** Credit lines that add up to no more than this are nothing to Medusa's totals. */
const NEGLIGIBLE_CREDIT = toExact("0.01")

/** What is to be invoiced: lines none of which is negative, and a credit to spread over them. Exact amounts. */
export type Charge = {
  lines: SourceLine[]
  credit: bigint
  /** What multi-purpose vouchers pay of it, by a line of their own. */
  voucher?: Voucher | undefined
}

type Voucher = { name: string; amount: bigint }

/**
 * What a payment of the whole order charges.
 *
 * @param adjustmentName name of the line that carries what credit lines add rather than take off
 * @param voucherName name of the line by which the cart's gift cards pay; they are spread as credit where it is left out
 * @throws MappingError when the order's parts do not add up to its own total
 */
export function chargeOfOrder(
  order: ReadOrder,
  adjustmentName: string,
  voucherName?: string
): Charge {
  const all = sourceLines(order)
  const lines = all.filter(({ gross }) => gross >= 0n)
  const vouchers = voucherName === undefined ? 0n : vouchersOf(order)
  const credit = creditOf(order) - vouchers - sum(negativeGross(all))
  const due = sum(lines.map(({ gross }) => gross)) - credit - vouchers
  if (order.total !== undefined && !isSameMoney(due, order.total)) {
    throw new MappingError(
      "total",
      "The order's lines do not add up to its total, so no invoice can be made of it."
    )
  }
  const voucher =
    voucherName === undefined || vouchers === 0n
      ? undefined
      : { name: voucherName, amount: vouchers }
  return credit >= 0n
    ? { lines, credit, voucher }
    : {
        lines: [...lines, ...adjustmentLines(-credit, lines, adjustmentName)],
        credit: 0n,
        voucher,
      }
}

/**
 * What a payment of an order edit's difference charges: what was added to the order since it was billed, by its own lines,
 * less what was removed, which they bear as discount: those of the same VAT rate first.
 *
 * Where added and removed lines do not make the difference, or it is not known what was billed: one adjustment line per VAT
 * rate of the order, in proportion to what its customer keeps at each.
 *
 * @param difference exact, not negative
 * @param since what changed since the order was billed, what is billed that belongs to no item of it, what credit lines took off it
 *   that no billed line bears, in øre, and what of vouchers no invoice has a line of
 */
export function chargeOfDifference(
  order: ReadOrder,
  difference: bigint,
  adjustmentName: string,
  since?: ChangeToBill
): Charge {
  const own = since && (chargeOfChange(since, difference) ?? chargeBesideNoItem(since, difference))
  if (own) {
    return own
  }
  const lines = sourceLines(order).filter(({ gross }) => gross >= 0n)
  const kept = lines.map((line) => ({
    ...line,
    gross: divideRounded(line.gross * (line.quantity - line.requested), line.quantity),
  }))
  return {
    lines: adjustmentLines(
      difference,
      sum(kept.map(({ gross }) => gross)) > 0n ? kept : lines,
      adjustmentName
    ),
    credit: 0n,
  }
}

type ChangeToBill = {
  readonly changed: ChangedLines
  /** What is billed that belongs to no item of the order. */
  readonly ofNoItem: ChangedLines["removed"]
  readonly creditedOre: bigint
  readonly voucher?: Voucher | undefined
}

/**
 * What was added bears what was removed at its rate. What was removed beyond that is taken off the added lines as well where
 * Medusa counts the two as one amount; where the invoice that bills it is still to be credited, Medusa asks for all of them. A
 * voucher that pays for no invoice yet pays for them by its line, and what credit lines took since is taken off them too.
 *
 * @returns undefined where what changed does not make the difference, but for an øre a line of Medusa's divisions
 */
function chargeOfChange(
  { changed, creditedOre, voucher }: ChangeToBill,
  difference: bigint
): Charge | undefined {
  const lines = addedBeyondRemoved(changed)
  const dueOre = exactToOre(difference)
  const noise = BigInt(changed.added.length + changed.removed.length)
  const grossOre = exactToOre(sum(lines.map(({ gross }) => gross)))
  const elsewhereOre = totalOre(removedBeyondAdded(changed))
  const sums = [grossOre - elsewhereOre, grossOre]
  const isAccounted = (ore: bigint) => ore - dueOre <= noise && ore - dueOre >= -noise
  const voucherOre = voucher ? exactToOre(voucher.amount) : 0n
  const isPaidInPart = (ore: bigint) =>
    ore > dueOre && ore - dueOre <= voucherOre + creditedOre + noise
  const wholeOre = sums.find(isAccounted) ?? sums.find(isPaidInPart)
  // No lines come to zero, which may be within an øre of the difference.
  if (wholeOre === undefined || wholeOre <= 0n) {
    return undefined
  }
  const whole = resized(lines, wholeOre)
  if (isAccounted(wholeOre)) {
    return { lines: toDifference(whole, difference), credit: 0n }
  }
  const paidOre = least(wholeOre - dueOre, voucherOre)
  const paid = paidOre * EXACT_PER_ORE
  return {
    lines: toDifference(loweredByCredit(whole, dueOre + paidOre), difference + paid),
    credit: 0n,
    voucher: voucher && paidOre > 0n ? { ...voucher, amount: paid } : undefined,
  }
}

/**
 * The same where what is billed of no item makes up for what was added: the lines of its VAT rate bear it, and where these come to
 * less, all of them.
 */
function chargeBesideNoItem(since: ChangeToBill, difference: bigint): Charge | undefined {
  const { ofNoItem } = since
  const besideOre = totalOre(ofNoItem)
  const own =
    besideOre > 0n ? chargeOfChange(since, difference + besideOre * EXACT_PER_ORE) : undefined
  if (!own) {
    return undefined
  }
  const rates = [...new Set(own.lines.map(({ vatRate }) => vatRate))]
  const left = rates.flatMap((rate) => {
    const ofRate = own.lines.filter(({ vatRate }) => vatRate === rate)
    const billedOre = totalOre(ofNoItem.filter(({ line }) => toExact(line.vatRate) === rate))
    return lessened(ofRate, grossOf(ofRate) - billedOre * EXACT_PER_ORE)
  })
  const total = difference + (own.voucher?.amount ?? 0n)
  return { ...own, lines: toDifference(lessened(left, total), total) }
}

/** Lines that come to no more than an amount, in proportion to what they cost. */
function lessened(lines: readonly SourceLine[], total: bigint): SourceLine[] {
  if (grossOf(lines) <= total) {
    return [...lines]
  }
  return resized(lines, exactToOre(atLeast0(total))).flatMap((line, index) => {
    const { gross = 0n, beforeCredit } = lines[index] ?? {}
    const less = gross - line.gross
    return line.gross > 0n
      ? [{ ...line, ...(beforeCredit !== undefined && { beforeCredit: beforeCredit - less }) }]
      : []
  })
}

const grossOf = (lines: readonly SourceLine[]): bigint => sum(lines.map(({ gross }) => gross))

/** Lines of which credit lines leave an amount. They are known by what they cost before: what of them goes later costs that. */
const loweredByCredit = (lines: readonly SourceLine[], dueOre: bigint): SourceLine[] =>
  resized(lines, dueOre).map((line, index) => ({ ...line, beforeCredit: lines[index]?.gross }))

/** Lines that cost an amount together, in proportion to what they cost. */
function resized(lines: readonly SourceLine[], totalOre: bigint): SourceLine[] {
  const shares = apportion(
    totalOre,
    lines.map(({ gross }) => gross)
  )
  return lines.map((line, index) => ({ ...line, gross: (shares[index] ?? 0n) * EXACT_PER_ORE }))
}

/** What was added, less what was removed at the same rate, which all lines of the rate bear. */
function addedBeyondRemoved({ removed, added }: ChangedLines): SourceLine[] {
  return [...new Set(added.map(({ vatRate }) => vatRate))].flatMap((rate) => {
    const ofRate = added.filter(({ vatRate }) => vatRate === rate)
    const removedOre = totalOre(removed.filter(({ line }) => line.vatRate === rate))
    const whole = totalOre(ofRate)
    const kept = apportion(
      atLeast0(whole - removedOre),
      ofRate.map(({ amountOre }) => amountOre)
    )
    // What was removed at the rate may make up for all of it.
    return ofRate.flatMap((line, index) => {
      const ore = kept[index] ?? 0n
      return ore > 0n ? [addedLine(line, ore)] : []
    })
  })
}

/** The lines, the largest of which takes the øre that Medusa's divisions make. */
function toDifference(lines: SourceLine[], difference: bigint): SourceLine[] {
  const apart = difference - sum(lines.map(({ gross }) => gross))
  const largest = lines.reduce((one, other) => (other.gross > one.gross ? other : one))
  return lines.map((line) =>
    line === largest
      ? { ...line, gross: line.gross + apart, beforeDiscount: line.beforeDiscount + apart }
      : line
  )
}

const addedLine = (
  { id, name, productId, quantity, vatRate, amountOre }: AddedLine,
  keptOre: bigint
): SourceLine => ({
  id,
  name,
  productId,
  // Where only the price was raised there is no more of it.
  quantity: quantity > 0 ? toExact(quantity) : EXACT_ONE,
  requested: 0n,
  vatRate: toExact(vatRate),
  beforeDiscount: amountOre * EXACT_PER_ORE,
  gross: keptOre * EXACT_PER_ORE,
})

const totalOre = (lines: readonly { amountOre: bigint }[]) =>
  sum(lines.map(({ amountOre }) => amountOre))

function adjustmentLines(amount: bigint, lines: readonly SourceLine[], name: string): SourceLine[] {
  const grossByRate = new Map<bigint, bigint>()
  for (const { vatRate, gross } of lines) {
    grossByRate.set(vatRate, (grossByRate.get(vatRate) ?? 0n) + gross)
  }
  if (grossByRate.size === 0) {
    grossByRate.set(0n, 0n)
  }
  const rates = [...grossByRate.keys()]
  return apportion(amount, [...grossByRate.values()])
    .map((share, index) => ({
      id: undefined,
      name,
      productId: undefined,
      quantity: EXACT_ONE,
      requested: 0n,
      vatRate: rates[index] ?? 0n,
      beforeDiscount: share,
      gross: share,
    }))
    .filter(({ gross }) => gross > 0n)
}

function creditOf(order: ReadOrder): bigint {
  const credit = sum(order.credits.map(({ amount }) => amount))
  return credit <= NEGLIGIBLE_CREDIT && credit >= -NEGLIGIBLE_CREDIT ? 0n : credit
}

/** What credit lines took off an order that none of these lines bears, in øre; without vouchers that pay by a line of their own. */
export const creditedBeyond = (
  order: ReadOrder,
  lines: readonly SentLine[],
  voucherName: string | undefined
): bigint =>
  exactToOre(creditOf(order) - (voucherName === undefined ? 0n : vouchersOf(order))) -
  sum(lines.map(borneOre))

/** What vouchers pay of an order by a line that none of these invoices' lines is; undefined where nothing is left of it. */
export function voucherBeyond(
  order: ReadOrder,
  lines: readonly SentLine[],
  name: string | undefined
): Voucher | undefined {
  const spentOre = -sum(lines.map(({ amountOre }) => least(amountOre, 0n)))
  const amount = vouchersOf(order) - spentOre * EXACT_PER_ORE
  return name === undefined || amount <= 0n ? undefined : { name, amount }
}

/** What the cart's gift cards and credit lines take off; what a refund or another change credits is no means of payment. */
function vouchersOf(order: ReadOrder): bigint {
  const ofCart = sum(
    order.credits.map(({ amount, isFromCart }) => (isFromCart ? atLeast0(amount) : 0n))
  )
  return ofCart <= NEGLIGIBLE_CREDIT || creditOf(order) === 0n ? 0n : ofCart
}

const negativeGross = (lines: readonly SourceLine[]) => lines.map(({ gross }) => least(gross, 0n))

const isSameMoney = (one: bigint, other: bigint) => {
  const distance = one - other
  return distance < EXACT_PER_ORE && distance > -EXACT_PER_ORE
}

/** A line in whole øre, with tax: `amount` is what it charges, after `discount` was taken off; negative of a voucher. */
export type AnchoredLine = {
  source: SourceLine
  amount: bigint
  discount: bigint
}

/**
 * Rounds a charge to whole øre so that its lines add up to exactly what is charged. The credit is borne by the lines in
 * proportion to their amounts, as discount. A voucher is the last line, without tax.
 *
 * @param total what is charged, in øre
 * @throws MappingError when the charge is not that total rounded down or up to an øre
 */
export function anchoredLines({ lines, credit, voucher }: Charge, total: bigint): AnchoredLine[] {
  const gross = sum(lines.map((line) => line.gross))
  const due = gross - credit
  const distance = due - (voucher?.amount ?? 0n) - total * EXACT_PER_ORE
  if (distance >= EXACT_PER_ORE || distance <= -EXACT_PER_ORE) {
    throw new MappingError(
      "amount",
      "The order has changed since this payment was chosen. Please choose the payment again."
    )
  }
  const paidOre = voucher ? exactToOre(due) - total : 0n
  const amounts = roundToSum(
    lines.map((line) => line.gross * due),
    gross * EXACT_PER_ORE,
    total + paidOre
  )
  const anchored = lines.map((source, index) => {
    const amount = amounts[index] ?? 0n
    const isDiscounted = credit > 0n || source.beforeDiscount - source.gross >= NEGLIGIBLE
    const discount = isDiscounted ? exactToOre(source.beforeDiscount) - amount : 0n
    return { source, amount, discount: atLeast0(discount) }
  })
  return voucher && paidOre > 0n ? [...anchored, voucherLine(voucher.name, paidOre)] : anchored
}

/** A line that costs nothing and is discounted by what the voucher pays: no other figure of the request is negative. */
const voucherLine = (name: string, paidOre: bigint): AnchoredLine => ({
  source: {
    id: undefined,
    name,
    productId: undefined,
    quantity: EXACT_ONE,
    requested: 0n,
    vatRate: 0n,
    beforeDiscount: 0n,
    gross: -paidOre * EXACT_PER_ORE,
  },
  amount: -paidOre,
  discount: paidOre,
})
