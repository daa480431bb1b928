import { anchoredLines, type Charge, chargeOfOrder } from "./charged-lines"
import { changedLines, linesNow, withoutWaiting } from "./changed-lines"
import type { SentLine } from "./sent-lines"
import {
  divideRounded,
  EXACT_PER_ORE,
  exactToOre,
  formatOre,
  least,
  sum,
  toExact,
  toOre,
} from "./decimal"
import { MappingError } from "./settings-and-errors"
import type { MappableOrder } from "./order-entry"
import { EXACT_ONE, readOrder, type ReadOrder, type SourceLine, sourceLines } from "./read-order"

/** What a parcel's invoice bills of one line of the order; decimal major units, with tax. */
export type ParcelLine = {
  /** Of the item or shipping method; null of the gift cards that pay a part. */
  readonly id: string | null
  readonly quantity: string
  readonly beforeDiscount: string
  /** What it costs before credit lines are spread over the order; the amount where none are. */
  readonly gross: string
  /** Negative of gift cards. */
  readonly amount: string
}

/** What one of several invoices of an order bills. */
export type Parcel = {
  /** Which of the order's invoices it is, from 1. */
  readonly part: number
  readonly lines: readonly ParcelLine[]
}

export type ParcelInput = {
  readonly order: MappableOrder
  /** What left with this parcel: quantities by the item's id, in decimal text. */
  readonly parcel: ReadonlyMap<string, string>
  /** What left with the parcels that are billed. */
  readonly earlier: ReadonlyMap<string, string>
  /** Items that need no shipping: they go with the first invoice, as shipping does. */
  readonly withoutShipping: ReadonlySet<string>
  /** Lines of the order's invoices that stand, and of its parcels' that have ended. */
  readonly billed: readonly SentLine[]
  readonly giftCards: "single-purpose" | "multi-purpose"
}

/** Stands for the name of a gift card's line while amounts are worked out. */
const VOUCHER = "voucher"

/**
 * What the invoice of a parcel bills: of each line its share of what the line comes to now, by all that left so far, less
 * what is billed of it already. So the last parcel of a line takes what is left of it, and the invoices of all parcels add up
 * to the order to the øre, whatever order they leave in, and also after an edit.
 *
 * What a refund credited is left out: it is taken off the invoice that was refunded.
 *
 * @returns no lines where all of it is billed
 * @throws MappingError where more is billed of a line than has left, as after an edit of what was billed
 */
export function parcelLines(input: ParcelInput): ParcelLine[] {
  const read = readOrder(input.order)
  const ofCart = read.credits.filter(({ isFromCart }) => isFromCart)
  const refunded =
    sum(read.credits.map(({ amount }) => amount)) - sum(ofCart.map(({ amount }) => amount))
  const order = {
    ...read,
    total: read.total === undefined ? undefined : read.total + refunded,
    credits: ofCart,
  }
  const charge = chargeOfOrder(order, "", haveOwnLine(input) ? VOUCHER : undefined)
  // Rounded once, as Medusa rounds it.
  const total = input.order.raw_total ?? input.order.total
  const lines = anchoredLines(
    charge,
    total == null ? exactToOre(dueOf(charge)) : toOre(total) + exactToOre(refunded)
  )
  const goods = lines.filter(({ amount }) => amount >= 0n)
  const back = takenBack(input)
  const shares = goods.map(({ source, amount, discount }) => {
    const share = shareOf(source, input)
    const gone = share.back > 0n ? back.get(source.id) : undefined
    const ofAll = (ore: bigint) => divideRounded(ore * share.left, share.of)
    const before = amount + discount
    const quantity = share.left - share.before
    const netOre = billedOre(input.billed, source.id) - (gone?.amountOre ?? 0n)
    const beyondOre = ofAll(amount) - netOre
    const grossOre =
      ofAll(exactToOre(source.gross)) -
      billedGrossOre(input.billed, source.id) +
      (gone?.grossOre ?? 0n)
    // Where nothing of it leaves, an øre is what rounding made of an edit of other lines.
    const amountOre = isNoise(beyondOre) && quantity === 0n ? 0n : beyondOre
    if (amountOre < 0n) {
      throw new MappingError(
        "parcel",
        "More of the order is billed than its parcels come to, since it was changed."
      )
    }
    const beforeOre =
      discount > 0n ? ofAll(before) - divideRounded(before * share.before, share.of) : 0n
    return {
      id: source.id ?? null,
      netOre,
      quantity,
      beforeOre: beforeOre > amountOre ? beforeOre : amountOre,
      grossOre: charge.credit > 0n && grossOre > amountOre ? grossOre : amountOre,
      amountOre,
    }
  })
  const parcel = shares.filter(({ amountOre, quantity }) => amountOre > 0n || quantity > 0n)
  const voucherOre = -sum(lines.map(({ amount }) => least(amount, 0n)))
  const paidOre = voucherShare(voucherOre, {
    goodsOre: sum(
      goods.map(({ source: { quantity, requested }, amount }) =>
        divideRounded(amount * (quantity - requested), quantity)
      )
    ),
    billed: input.billed,
    soFarOre: sum(shares.map(({ netOre, amountOre }) => netOre + amountOre)),
  })
  return [
    ...parcel.map(({ id, quantity, beforeOre, grossOre, amountOre }) => ({
      id,
      quantity: decimal(quantity > 0n ? quantity : EXACT_ONE),
      beforeDiscount: formatOre(beforeOre),
      gross: formatOre(grossOre),
      amount: formatOre(amountOre),
    })),
    ...(paidOre > 0n ? [paidByCards(paidOre)] : []),
  ]
}

/** Further parcels are billed as the first was, whatever was set since: one way's shares do not add up with the other's. */
const haveOwnLine = ({ giftCards, billed }: ParcelInput): boolean =>
  billed.some(({ amountOre }) => amountOre > 0n)
    ? billed.some(({ amountOre }) => amountOre < 0n)
    : giftCards === "multi-purpose"

const paidByCards = (ore: bigint): ParcelLine => ({
  id: null,
  quantity: "1",
  beforeDiscount: "0.00",
  gross: formatOre(-ore),
  amount: formatOre(-ore),
})

const dueOf = ({ lines, credit, voucher }: Charge): bigint =>
  sum(lines.map(({ gross }) => gross)) - credit - (voucher?.amount ?? 0n)

/** What the lines of a parcel come to, in decimal major units. */
export const parcelTotal = (lines: readonly ParcelLine[]): string =>
  formatOre(sum(lines.map(({ amount }) => toOre(amount))))

type Share = {
  /** What left with the parcels before this one and did not come back, of `of`; exact. */
  before: bigint
  /** What left with this one, too. */
  left: bigint
  of: bigint
  /** What of the parcels before came back, or is to: it is credited on their invoices. */
  back: bigint
}

function shareOf(
  source: SourceLine,
  { parcel, earlier, withoutShipping, billed }: ParcelInput
): Share {
  const id = source.id
  if (id === undefined) {
    throw new MappingError("credit_lines", "The order has a surcharge that belongs to no parcel.")
  }
  const isItem = source.returned !== undefined
  if (!isItem || withoutShipping.has(id)) {
    const before = billed.some((line) => line.id === id) ? source.quantity : 0n
    return { before, left: source.quantity, of: source.quantity, back: 0n }
  }
  const leftBefore = toExact(earlier.get(id) ?? "0")
  const back = least((source.returned ?? 0n) + source.requested, leftBefore)
  const before = leftBefore - back
  return { before, left: before + toExact(parcel.get(id) ?? "0"), of: source.quantity, back }
}

type TakenBack = { amountOre: bigint; grossOre: bigint }

/** What invoices bill of pieces that came back, or are to, by the item's id: as much as is credited of them in all. */
function takenBack({ order, billed }: ParcelInput): Map<string | undefined, TakenBack> {
  const now = withoutWaiting(linesNow(order), billed)
  // What came back bore of a gift card goes to all parcels, not to the rest of its own.
  const asSent = billed.map((line) => ({ ...line, standingOre: undefined }))
  const gone = new Map<string | undefined, TakenBack>()
  for (const { line, amountOre } of changedLines({ asSent, now }).removed) {
    const before = gone.get(line.id) ?? { amountOre: 0n, grossOre: 0n }
    const grossOre = divideRounded(line.grossOre * amountOre, line.amountOre)
    gone.set(line.id, {
      amountOre: before.amountOre + amountOre,
      grossOre: before.grossOre + grossOre,
    })
  }
  return gone
}

const isNoise = (ore: bigint) => ore >= -1n && ore <= 1n

const billedOre = (billed: readonly SentLine[], id: string | undefined): bigint =>
  sum(billed.map((line) => (line.id === id ? line.amountOre : 0n)))

const billedGrossOre = (billed: readonly SentLine[], id: string | undefined): bigint =>
  sum(billed.map((line) => (line.id === id ? line.grossOre : 0n)))

/** What gift cards pay of a parcel: in proportion to what of the goods is billed with it. */
function voucherShare(
  voucherOre: bigint,
  {
    goodsOre,
    billed,
    soFarOre,
  }: { goodsOre: bigint; billed: readonly SentLine[]; soFarOre: bigint }
): bigint {
  if (voucherOre === 0n || goodsOre === 0n) {
    return 0n
  }
  const spent = -sum(billed.map(({ amountOre }) => least(amountOre, 0n)))
  return divideRounded(voucherOre * soFarOre, goodsOre) - spent
}

const decimal = (exact: bigint): string => {
  const whole = exact / EXACT_ONE
  const rest = exact % EXACT_ONE
  return rest === 0n ? String(whole) : `${whole}.${String(rest).padStart(10, "0")}`
}

/**
 * What the invoice of a parcel charges.
 *
 * @throws MappingError when the order has no such line any more
 */
export function chargeOfParcel(
  order: ReadOrder,
  parcel: readonly ParcelLine[],
  voucherName = "Gavekort"
): Charge {
  const known = new Map(sourceLines(order).map((line) => [line.id, line]))
  const paid = parcel.find(({ id }) => id === null)
  return {
    lines: parcel
      .filter(({ id }) => id !== null)
      .map(({ id, quantity, beforeDiscount, gross, amount }) => {
        const line = known.get(id ?? undefined)
        if (!line) {
          throw new MappingError("parcel", "A line of the parcel is no longer in the order.")
        }
        return {
          ...line,
          quantity: toExact(quantity),
          requested: 0n,
          beforeDiscount: toOre(beforeDiscount) * EXACT_PER_ORE,
          gross: toOre(amount) * EXACT_PER_ORE,
          beforeCredit: toOre(gross) * EXACT_PER_ORE,
        }
      }),
    credit: 0n,
    voucher: paid && { name: voucherName, amount: -toOre(paid.amount) * EXACT_PER_ORE },
  }
}
