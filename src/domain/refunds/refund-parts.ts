import { MedusaError } from "@medusajs/framework/utils"

import {
  type AccountedRefund,
  accountedGivenRefund,
  accountedRefund,
  amountsOfPieces,
  apportion,
  type ChangedLines,
  formatOre,
  MappingError,
  type RefundableLine,
  removedBeyondAdded,
  type SentLine,
  spreadRefund,
  toOre,
} from "../../mapping"
import { atLeast0, least, LEAST_ACCOUNTED_ORE, sum } from "../../mapping/decimal"
import type { RefundRow, RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import { invalidData, notAllowed } from "../failure"
import { type AnsweredLine, takenFromLines, totalOf } from "./refund-lines"

/** A line of an order with what is left to refund of it. */
export type LineLeft = { id: number; name: string; leftOre: bigint }

/** What staff refund: an amount of each of these lines, or an amount of the order; decimal major units. */
export type RefundChoice =
  { readonly lines: readonly { id: number; amount: string }[] } | { readonly amount: string }

/** What a refund is made of. Decided once, before it is sent, and stored with it: no sum tells it afterwards. */
export type RefundParts = {
  /** What the service is asked for, by its lines. */
  readonly products: RefundShare[]
  /** What of the refund is owed for goods that went, by line: more than is asked for of one that earlier goodwill was taken of. */
  readonly goods: RefundShare[]
}

/** A line as it was sent, and its number at the service; undefined on another invoice of the order. */
export type InvoicedLine = SentLine & { readonly serviceId: number | undefined }

/** What changed in a Medusa order, as far as one invoice is made of it. */
type ChangeOfInvoice = {
  /** What Medusa owes the customer, in øre; zero or below where it owes nothing. */
  readonly owedOre: bigint
  /** What went of the invoice that is refunded, and what came. */
  readonly changed: ChangedLines<InvoicedLine>
}

/** What changed in a Medusa order since its invoices were sent. */
export type OrderChange = ChangeOfInvoice & {
  /** What Medusa owes that no goods account for, of any invoice; in øre. */
  readonly besideOre: bigint
  /**
   * What went of the order's other captured invoices and can still be refunded of each, beyond what came at the same VAT rate; in øre.
   */
  readonly elsewhere: readonly { readonly invoice: string; readonly amountOre: bigint }[]
}

/**
 * Which lines are to be given back for what changed in the order: those that Medusa owes for.
 *
 * @param order.leftOre what is left to refund of the invoice, in øre
 * @param order.isSetOff whether goods went that Medusa sets off against others at another VAT rate: all that went is given back, then,
 *   unless that is more only by how earlier refunds were rounded
 */
export function toGiveBack(
  change: ChangeOfInvoice,
  { leftOre, isSetOff }: { leftOre: bigint; isSetOff: boolean }
): AccountedRefund<InvoicedLine> {
  const goneOre = sum(removedBeyondAdded(change.changed).map(({ amountOre }) => amountOre))
  const isMore = isSetOff && goneOre - change.owedOre >= LEAST_ACCOUNTED_ORE
  const owedOre = isMore ? goneOre : change.owedOre
  return owedOre > 0n
    ? accountedRefund({ ...change, amountOre: leftOre > 0n ? least(leftOre, owedOre) : owedOre })
    : { shares: [], restOre: 0n, isCertain: true }
}

/** The sum that a choice asks for, in øre. */
export const chosenOre = (choice: RefundChoice): bigint =>
  "lines" in choice ? sum(choice.lines.map(({ amount }) => toOre(amount))) : toOre(choice.amount)

/**
 * What a refund that staff choose is made of: the chosen lines, or of an amount those that changed, as far as these account for
 * it, and beyond them all lines.
 *
 * @param isGiven whether the service's own portal gave it: perhaps before Medusa set what went off against what was added
 * @throws MedusaError naming the field that asks for more than is left, or for a line the order does not have
 */
export function partsOfChoice(
  choice: RefundChoice,
  lines: readonly LineLeft[],
  change?: ChangeOfInvoice,
  isGiven = false
): RefundParts {
  if ("lines" in choice) {
    const products = choice.lines.map((line, index) => checkedShare(line, index, lines))
    return { products, goods: change ? goodsOf(products, change.changed) : [] }
  }
  const amountOre = toOre(choice.amount)
  return partsOf(
    lines.map(({ id, leftOre }) => ({ id, amountOre: leftOre })),
    {
      amountOre,
      accountableOre: amountOre,
      change,
      account: isGiven ? accountedGivenRefund : accountedRefund,
    }
  )
}

function checkedShare(
  { id, amount }: { id: number; amount: string },
  index: number,
  lines: readonly LineLeft[]
): RefundShare {
  const line = lines.find((candidate) => candidate.id === id)
  if (!line) {
    throw invalidData(`lines.${index}.id: the order has no line ${id} at the service`)
  }
  if (toOre(amount) > line.leftOre) {
    const left = formatOre(line.leftOre)
    throw invalidData(`lines.${index}.amount: only ${left} is left of ${line.name}`, {
      code: "line_beyond_left",
      values: { name: line.name, amount: left },
    })
  }
  return { id, amount: formatOre(toOre(amount)) }
}

/**
 * What of chosen lines is owed because goods of them went. Where others came in their place, these make up for them, unless a
 * whole number of pieces that went was chosen: what came is billed by itself then.
 */
function goodsOf(
  chosen: readonly RefundShare[],
  changed: ChangedLines<InvoicedLine>
): RefundShare[] {
  const beyond = removedBeyondAdded(changed)
  return chosen.flatMap(({ id, amount }) => {
    const removed = changed.removed.find(({ line }) => line.serviceId === id)
    if (!removed) {
      return []
    }
    const ore = toOre(amount)
    const isOfPieces = amountsOfPieces(removed).includes(ore)
    const left = isOfPieces ? removed : beyond.find(({ line }) => line.serviceId === id)
    const goodsOre = least(ore, left?.amountOre ?? 0n)
    return goodsOre > 0n ? [{ id, amount: formatOre(goodsOre) }] : []
  })
}

/**
 * Refuses to refund more of a line than came back of it, while the order is flagged for goods that Medusa does not owe as it
 * counts: what goes beyond would be goodwill that was taken for goods.
 *
 * @throws MedusaError invalid_data naming the field and what came back
 */
export function refuseBeyondReturned(
  choice: RefundChoice,
  { removed }: Pick<ChangedLines<InvoicedLine>, "removed">
): void {
  if (!("lines" in choice)) {
    return
  }
  for (const [index, { id, amount }] of choice.lines.entries()) {
    const gone = removed.find(({ line }) => line.serviceId === id)
    if (gone && toOre(amount) > gone.amountOre) {
      const owed = formatOre(gone.amountOre)
      throw invalidData(
        `lines.${index}.amount: of ${gone.line.name} only ${owed} is owed for what came back; give goodwill once that is refunded`,
        { code: "beyond_returned", values: { name: gone.line.name, amount: owed } }
      )
    }
  }
}

/**
 * Refuses an amount that goes beyond what is owed on its invoice, while goods of another paid invoice are to be refunded: they
 * would be refunded here at the VAT of other goods, or count as goodwill and stay owed there.
 *
 * @throws MedusaError invalid_data naming the amount, what of it is owed here, and the other invoices
 */
export function refuseOwedElsewhere(
  amountOre: bigint,
  parts: Pick<RefundParts, "goods">,
  change: OrderChange | undefined
): void {
  const { elsewhere = [] } = change ?? {}
  const hereOre = owedHereOre(parts, change)
  if (
    sum(elsewhere.map((one) => one.amountOre)) < LEAST_ACCOUNTED_ORE ||
    amountOre - hereOre < LEAST_ACCOUNTED_ORE
  ) {
    return
  }
  const owed = elsewhere.map((one) => `${formatOre(one.amountOre)} of invoice ${one.invoice}`)
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `amount: only ${formatOre(hereOre)} is owed for what changed on this invoice; goods of other invoices are to be refunded there first: ${owed.join(", ")}. Refund each in its own Refunds section; goodwill on this one is given by lines.`,
    OWED_ELSEWHERE
  )
}

/** What is owed on its invoice of what a refund is made of, in øre: for goods that went, and beside them. */
export const owedHereOre = (
  { goods }: Pick<RefundParts, "goods">,
  change: OrderChange | undefined
): bigint => totalOf(goods) + (change?.besideOre ?? 0n)

/**
 * Of a whole invoice that Medusa refunds, as when it cancels the order: what it owes for goods of others, it takes first. So that
 * is no goodwill, and what of it stays in the order is billed anew, as itself.
 */
export function takingWhatIsOwed(
  { products, goods }: RefundParts,
  change: OrderChange | undefined
): RefundParts {
  const ofGoods = new Map(goods.map(({ id, amount }) => [id, toOre(amount)]))
  const rests = products.map(({ id, amount }) => atLeast0(toOre(amount) - (ofGoods.get(id) ?? 0n)))
  const { owedOre = 0n, besideOre = 0n } = change ?? {}
  const owedElsewhereOre = atLeast0(owedOre - besideOre - totalOf(goods))
  const taken = apportion(least(owedElsewhereOre, sum(rests)), rests)
  for (const [index, { id }] of products.entries()) {
    ofGoods.set(id, (ofGoods.get(id) ?? 0n) + (taken[index] ?? 0n))
  }
  return { products, goods: sharesOf(ofGoods) }
}

const sharesOf = (amounts: ReadonlyMap<number, bigint>): RefundShare[] =>
  [...amounts].flatMap(([id, ore]) => (ore > 0n ? [{ id, amount: formatOre(ore) }] : []))

/** Code of the refusal of an amount on one invoice that is owed for goods of another. */
export const OWED_ELSEWHERE = "owed_elsewhere"

/**
 * What a refund or credit of an amount is made of: of the lines that changed, as far as Medusa owes for these, and the rest
 * spread over all, with regard to what earlier refunds took from each.
 *
 * @param lines the order's lines at the service
 * @param earlier refunds of the order, whatever became of them
 * @throws MedusaError when the service does not name its lines, or too little is left on them
 */
export function partsOfAmount(
  lines: readonly AnsweredLine[],
  earlier: readonly Pick<RefundRow, "state" | "products">[],
  amountOre: bigint,
  change?: ChangeOfInvoice
): RefundParts {
  const taken = takenFromLines(earlier, "products")
  return partsOf(
    lines.flatMap(({ id, amount }) =>
      id === undefined || amount === undefined
        ? []
        : [{ id, amountOre: toOre(amount), refundedOre: taken.get(id) ?? 0n }]
    ),
    { amountOre, accountableOre: least(amountOre, change?.owedOre ?? 0n), change }
  )
}

/** What of an amount is for goods that went, by line, as far as Medusa owes for these. */
export const goodsOwed = (amountOre: bigint, change: OrderChange | undefined): RefundShare[] =>
  change ? sharesOf(goodsOfAmount(least(amountOre, change.owedOre), change)) : []

/** What of an amount is taken of which line, in the lines' order; of a gift card's, which is negative, nothing. */
function partsOf(
  lines: readonly RefundableLine[],
  {
    amountOre,
    accountableOre,
    change,
    account,
  }: {
    amountOre: bigint
    /** What of it may be for goods, at most. */
    accountableOre: bigint
    change: ChangeOfInvoice | undefined
    account?: typeof accountedGivenRefund
  }
): RefundParts {
  const goods = change ? goodsOfAmount(accountableOre, change, account) : new Map<number, bigint>()
  // Of what is owed for a line, earlier goodwill may have taken a part: it is taken of the others, which the goodwill is left on.
  const left = lines.map((line) => {
    const { id, refundedOre = 0n, amountOre: charged } = line
    const ofGoodsOre = least(goods.get(Number(id)) ?? 0n, atLeast0(charged - refundedOre))
    return { ...line, ofGoodsOre, refundedOre: refundedOre + ofGoodsOre }
  })
  const restOre = amountOre - sum(left.map(({ ofGoodsOre }) => ofGoodsOre))
  const spread = restOre === 0n && amountOre > 0n ? [] : spreadOver(left, restOre)
  const ofRest = new Map(spread.map(({ id, amount }) => [id, toOre(amount)]))
  return {
    products: left.flatMap(({ id, ofGoodsOre }) => {
      const share = ofGoodsOre + (ofRest.get(Number(id)) ?? 0n)
      return share > 0n ? [{ id: Number(id), amount: formatOre(share) }] : []
    }),
    goods: sharesOf(goods),
  }
}

function goodsOfAmount(
  amountOre: bigint,
  change: ChangeOfInvoice,
  account: typeof accountedGivenRefund = accountedRefund
): Map<number, bigint> {
  const goods = new Map<number, bigint>()
  const { shares } = account({ amountOre: atLeast0(amountOre), ...change })
  for (const { line, amountOre: share } of shares) {
    if (line.serviceId !== undefined) {
      goods.set(line.serviceId, (goods.get(line.serviceId) ?? 0n) + share)
    }
  }
  return goods
}

/**
 * Spreads a refund over lines in proportion to what is left of each.
 *
 * @throws MedusaError when there are no lines, or too little is left on them
 */
function spreadOver(lines: readonly RefundableLine[], amountOre: bigint): RefundShare[] {
  if (lines.length === 0) {
    throw notAllowed(
      "The refund was not sent: the service does not tell the ids of the order's lines, which it asks for in a refund. Ask its operator about the ids in orders.details, or refund in the service's own portal.",
      { code: "lines_unknown" }
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

/** What of an amount that Medusa owes no line accounts for, as by a credit line of staff; in øre. */
export const owedBesideGoods = (owedOre: bigint, changed: ChangedLines): bigint =>
  accountedRefund({ amountOre: atLeast0(owedOre), owedOre, changed }).restOre
