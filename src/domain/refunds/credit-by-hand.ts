import { MedusaError } from "@medusajs/framework/utils"

import { apportion, formatOre, toOre } from "../../mapping"
import { atLeast0, least, LEAST_ACCOUNTED_ORE, sum } from "../../mapping/decimal"
import { approvalKey } from "../../modules/e-invoice/operations/operation"
import type { Attention } from "../../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isWhollyRefunded } from "../../modules/e-invoice/orders/order-status"
import { isOpenRefund, keyOfCredit } from "../../modules/e-invoice/refunds/refund-journal"
import {
  type CreditGiven,
  isRuledOut,
  LESSENED,
  NOT_CARRIED_OUT,
  REPLACED,
  REPLACED_NOT_GIVEN,
  type RefundPurpose,
  type RefundRow,
  type RefundShare,
} from "../../modules/e-invoice/refunds/refund-row"
import { invalidData, notAllowed } from "../failure"
import {
  type ApprovalState,
  approvalState,
  awaitsOperator,
  type CountedRefund,
  countedRefunds,
} from "./refund-approval"
import { type ListedLine, totalOf } from "./refund-lines"
import type { RefundDependencies } from "./refund-request"

/**
 * What an invoice that is not captured in Medusa asks for, in øre: whatever the service refunded of it was a credit, the operator's
 * own too.
 */
export const askedForOre = ({
  grandTotal,
  creditedTotal,
  refundedTotal,
}: Pick<FollowedOrder, "grandTotal" | "creditedTotal" | "refundedTotal">): bigint => {
  const totalOre = toOre(grandTotal)
  return least(totalOre - toOre(creditedTotal), totalOre - toOre(refundedTotal))
}

/** What an invoice asks for by the credits that are recorded, in øre: the service may name more. */
export const recordedAskedOre = ({
  grandTotal,
  creditedTotal,
}: Pick<FollowedOrder, "grandTotal" | "creditedTotal">): bigint =>
  toOre(grandTotal) - toOre(creditedTotal)

/** Whether all that an invoice asked for is recorded as credited, and the service says that all of it was refunded: nothing is left of it. */
export const isCreditedAndRefunded = (order: FollowedOrder): boolean =>
  isWhollyRefunded(order.status) && recordedAskedOre(order) <= 0n

/** Code of the refusal of a refund of an invoice that waits to be credited. */
export const CREDIT_MISSING = "credit_missing"

/**
 * Refuses to refund a paid invoice of which a credit is missing: Medusa counts as paid only what is left after that, so the
 * refund would take what went off the order a second time there, and have it billed again.
 *
 * @throws MedusaError not_allowed with the code `credit_missing`; `not_followed_yet` where it is not known yet of which lines
 */
export async function refuseWhereCreditIsMissing(
  dependencies: Pick<RefundDependencies, "refunds">,
  order: Pick<FollowedOrder, "id" | "paid" | "flags" | "orderChangedAt">
): Promise<void> {
  const rows = await dependencies.refunds.list(order.id)
  const missing = missingCreditOf(order, rows)
  if (missing) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The refund was not sent: the customer paid ${missing.amount} for what went off the order before, and that credit is missing.${whatToRecordFirst(order, rows)} Refund it in the service's own portal, and record it in the order's Refunds section as carried out. Refund anything else after that.`,
      CREDIT_MISSING
    )
  }
  if (isCreditUnknown(order)) {
    throw notAllowed(
      "The refund was not sent: what the customer paid for what went off the order is not recorded yet, as the service could not say what the invoice is of. Refresh the order, and refund after that.",
      { code: "not_followed_yet" }
    )
  }
}

/** Whether a paid invoice may lack a credit that is not written down: its changed order could not be followed to the end. */
export const isCreditUnknown = ({
  paid,
  flags,
  orderChangedAt,
}: Pick<FollowedOrder, "paid" | "flags" | "orderChangedAt">): boolean =>
  paid && orderChangedAt !== null && flags.includes("change_not_followed")

function whatToRecordFirst(
  { flags }: Pick<FollowedOrder, "flags">,
  rows: readonly RefundRow[]
): string {
  if (rows.some(isReplaced)) {
    return " First record in the order's Refunds section what became of the earlier credit: less may be missing then."
  }
  return flags.includes("refunded_at_service")
    ? " The service shows a refund that is not recorded here: if a part of it was given already, record that first."
    : ""
}

/**
 * The credit that a paid invoice lacks: the customer paid for what went off the order before. Staff give it in the portal.
 *
 * @param rows the invoice's refunds, the oldest first
 */
export const missingCreditOf = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  { paid, flags }: Pick<FollowedOrder, "paid" | "flags">,
  rows: readonly Row[]
): Row | undefined =>
  paid && flags.includes("change_not_followed") ? lastRejectedCredit(rows) : undefined

/** Flags of an order whose invoice may ask for more than it is to, or was lowered in the service's own portal. */
const CREDIT_MAY_BE_MISSING: readonly Attention[] = [
  "change_not_followed",
  "cancel_failed",
  "refunded_at_service",
  "overbilled",
]

/**
 * The rejected credit that staff may have given in the service's own portal: the last one, while the order shows that it is missing.
 * One that is missing no more was for a change that was taken back.
 *
 * @param rows the order's refunds, the oldest first
 */
export const creditGivenByHand = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly Row[]
): Row | undefined => (mayLackCredit(order) ? lastRejectedCredit(rows) : undefined)

const mayLackCredit = ({
  flags,
  cancelRequestedAt,
}: Pick<FollowedOrder, "flags" | "cancelRequestedAt">): boolean =>
  cancelRequestedAt !== null || flags.some((flag) => CREDIT_MAY_BE_MISSING.includes(flag))

/** Whether another amount took the place of a credit that staff may have given by hand, and it is not known whether they did. */
export const isReplaced = ({ failure }: Pick<RefundRow, "failure">): boolean =>
  failure?.kind === REPLACED

/**
 * The credits of an invoice of which it is not known whether they were carried out, while it is not known that it follows its order:
 * those that are open or await approval, those that another took the place of, and one that is missing no more, while the service
 * shows a refund that is not recorded. What is missing now is none of them: without it, the invoice asks for more than the order.
 *
 * @param rows the order's refunds, as `countedRefunds` counts them
 * @param paymentOre what its payment in Medusa is over, in øre
 */
export function creditsInDoubt(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly CountedRefund[],
  paymentOre: bigint
): CountedRefund[] {
  const last = order.flags.includes("refunded_at_service") ? lastRejectedCredit(rows) : undefined
  return rows.filter(
    (row) =>
      row.purpose === "credit" &&
      (isOpenRefund(row.state) ||
        (isReplaced(row) && mayLackCredit(order)) ||
        (row.id === last?.id && isMissingNoMore(row, paymentOre)))
  )
}

/**
 * Whether a credit that was not sent is missing no more: it was to leave the invoice at another amount than its payment is over now.
 *
 * @param paymentOre undefined while Medusa has no payment of it
 */
const isMissingNoMore = (
  { purpose, down_to: downTo }: Pick<RefundRow, "purpose" | "down_to">,
  paymentOre: bigint | undefined
): boolean =>
  purpose === "credit" &&
  downTo !== null &&
  paymentOre !== undefined &&
  toOre(downTo) !== paymentOre

/**
 * Whether a credit was for what the order was before: staff may say of it also that it was not given.
 *
 * @param paymentOre what its payment in Medusa is over; undefined while it has none
 */
export const isOfBefore = (
  row: Pick<RefundRow, "purpose" | "down_to" | "failure">,
  paymentOre: bigint | undefined
): boolean => isReplaced(row) || isMissingNoMore(row, paymentOre)

/**
 * Whether staff may say of a rejected refund that it was carried out after all: a credit that they gave in the service's own
 * portal, be it before another amount took its place, or a refund of which they recorded by mistake that it was not carried out,
 * or that the operator had not approved it, or one that the service had no money left for, as the portal gave it shortly before.
 *
 * @param rows the order's refunds, the oldest first
 */
export const mayBeCarriedOutYet = <
  Row extends Pick<
    RefundRow,
    "id" | "purpose" | "state" | "failure" | "amount" | "type" | "created_at" | "settled_at"
  >,
>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  { row, approval, rows }: { row: Row; approval: ApprovalState | undefined; rows: readonly Row[] }
): boolean =>
  row.state === "rejected" &&
  !awaitsOperator(approval) &&
  ((mayBeCorrected(row, approval) && !isGivenSince(row, rows)) ||
    (isBeyondAvailable(row) && !isRecordedSince(row, rows)) ||
    (isReplaced(row) && mayLackCredit(order)) ||
    // Of the one that is missing now, staff cannot tell before they said what became of those before it.
    ((creditGivenByHand(order, rows)?.id === row.id || isFoundNotGiven(row)) &&
      !rows.some(isReplaced)))

/**
 * Whether staff recorded of a refund that it was not carried out, and of the same amount since that the service's portal gave it.
 * That may have been this one: they say once more that both were carried out.
 */
export const isLikeOneGivenSince = <
  Row extends Pick<RefundRow, "purpose" | "state" | "failure" | "amount" | "type" | "created_at">,
>(
  row: Row,
  { approval, rows }: { approval: ApprovalState | undefined; rows: readonly Row[] }
): boolean => row.state === "rejected" && mayBeCorrected(row, approval) && isGivenSince(row, rows)

const mayBeCorrected = (
  row: Pick<RefundRow, "purpose" | "failure">,
  approval: ApprovalState | undefined
): boolean => approval === "not-carried-out" || isRuledOut(row)

/**
 * Whether the service rejected a refund as more than it has left of the order, or of a line. No more than what was left by all that is
 * known here was asked for: the portal may have refunded the same, which its status hides behind another refund.
 */
const isBeyondAvailable = ({ purpose, failure }: Pick<RefundRow, "purpose" | "failure">): boolean =>
  purpose === "refund" && BEYOND_AVAILABLE.some((key) => failure?.messageKey?.startsWith(key))

const BEYOND_AVAILABLE = [
  "refundRejectionForOutOfRunwayParam",
  "refundRejectionForRefundRequestGreaterThanOrderAmount",
]

/** Whether a refund of the same amount was recorded since: it may be the one that the portal gave. */
const isRecordedSince = <
  Row extends Pick<RefundRow, "state" | "amount" | "created_at" | "settled_at">,
>(
  { amount, created_at: at }: Row,
  rows: readonly Row[]
): boolean =>
  carriedOutOf(amount, rows).some((other) => (other.settled_at ?? other.created_at) > at)

/** Whether staff found that a credit in doubt was not carried out: paid, its invoice may hide a part that they gave by hand. */
const isFoundNotGiven = ({ purpose, failure }: Pick<RefundRow, "purpose" | "failure">): boolean =>
  purpose === "credit" && failure?.kind === NOT_CARRIED_OUT

/** Whether staff recorded since that the service's portal refunded the same amount: what it shows is recorded. */
const isGivenSince = <Row extends Pick<RefundRow, "state" | "amount" | "type" | "created_at">>(
  { amount, created_at: at }: Row,
  rows: readonly Row[]
): boolean =>
  carriedOutOf(amount, rows).some((other) => other.type === null && other.created_at > at)

const carriedOutOf = <Row extends Pick<RefundRow, "state" | "amount">>(
  amount: string,
  rows: readonly Row[]
): Row[] => rows.filter((other) => other.state === "succeeded" && other.amount === amount)

/**
 * What the order's other refunds may explain of what the service shows, in øre: of those that are open, await approval, or are
 * rejected and may have been carried out after all.
 */
export async function perhapsCarriedOutBeside(
  dependencies: Pick<RefundDependencies, "refunds" | "operations">,
  order: Pick<FollowedOrder, "id" | "flags" | "cancelRequestedAt">,
  { id }: Pick<RefundRow, "id">
): Promise<bigint[]> {
  const { operations } = dependencies
  const rows = await countedRefunds(dependencies, order.id)
  const others: bigint[] = []
  for (const row of rows.filter((other) => other.id !== id)) {
    const request = await operations.ofKey(approvalKey(row.id, row.attempt))
    const approval = approvalState(row, request)
    if (isOpenRefund(row.state) || mayBeCarriedOutYet(order, { row, approval, rows })) {
      others.push(toOre(row.amount))
    }
  }
  return others
}

export const lastRejectedCredit = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  rows: readonly Row[]
): Row | undefined =>
  rows.findLast(
    ({ purpose, state, failure }) =>
      purpose === "credit" && state === "rejected" && !TAKEN_PLACE_OF.includes(failure?.kind)
  )

/** Kinds of failure of a credit that is not the one that is missing now. */
const TAKEN_PLACE_OF: readonly (string | undefined)[] = [REPLACED, REPLACED_NOT_GIVEN, LESSENED]

/**
 * What staff gave of a rejected credit by hand, and what is missing after it: what the invoice then asks for, beyond what it is to.
 *
 * @param given.row the credit that they gave, in whole or in part
 * @param given.rows the order's refunds, the oldest first
 * @param given.paymentOre what the invoice's payment in Medusa is over; undefined while it has none
 * @param given.capturedOre what of it is captured
 * @param given.pieces what a piece of each line costs, as far as it is known
 * @param given.products what they gave of each line, where they say so
 * @throws MedusaError invalid_data when they gave more than it is of
 */
export function creditGiven(
  order: FollowedOrder,
  {
    row,
    rows,
    givenOre,
    paymentOre,
    capturedOre,
    pieces = new Map(),
    products,
  }: {
    row: RefundRow
    rows: readonly RefundRow[]
    givenOre: bigint
    paymentOre: bigint | undefined
    capturedOre: bigint
    pieces?: Pieces | undefined
    products?: RefundShare[] | undefined
  }
): CreditGiven {
  if (givenOre > toOre(row.amount)) {
    throw invalidData(
      `amount: the credit was of ${row.amount}. Record that; what the portal shows beyond it belongs to another.`,
      { code: "beyond_left", values: { amount: row.amount } }
    )
  }
  const share = {
    amount: formatOre(givenOre),
    products: products ?? partOf(row.products, givenOre, pieces),
    goods: products ? goodsAmong(products, row) : partOf(row.goods, givenOre, pieces),
  }
  const askedOre = askedAfterOre(order, givenOre)
  const purpose = purposeOfCredit(order, { givenOre, capturedOre })
  const last = creditGivenByHand(order, rows)
  const missing = last && !isMissingNoMore(last, paymentOre) ? last : undefined
  const downTo = missing?.down_to
  if (!missing || downTo == null) {
    return { share, purpose, lessened: undefined, left: undefined }
  }
  const leftOre = askedOre - toOre(downTo)
  if (missing.id !== row.id && leftOre === toOre(missing.amount)) {
    return { share, purpose, lessened: undefined, left: undefined }
  }
  return {
    share,
    purpose,
    lessened: missing.id === row.id ? undefined : missing,
    left:
      leftOre > 0n
        ? {
            key: keyOfCredit(order.id, formatOre(askedOre)),
            amount: formatOre(leftOre),
            downTo,
            products: restOf(missing.products, share.products, leftOre),
            goods: isOfGoodsAlone(missing)
              ? restOf(missing.goods, share.goods, leftOre)
              : partOf(leftAfter(missing.goods, share.goods), leftOre),
          }
        : undefined,
  }
}

/** What an invoice asks for after a credit, in øre. By what is recorded: what the service names beyond that is to be recorded yet. */
const askedAfterOre = (
  order: Pick<FollowedOrder, "grandTotal" | "creditedTotal">,
  givenOre: bigint
): bigint => recordedAskedOre(order) - givenOre

/**
 * What a credit is once it was carried out: a refund where Medusa captured more than its invoice asks for after it, as where the
 * customer had paid before the service gave it.
 *
 * @param capturedOre what of the invoice's payment is captured in Medusa, in øre
 */
export const purposeOfCredit = (
  order: Pick<FollowedOrder, "grandTotal" | "creditedTotal">,
  { givenOre, capturedOre }: { givenOre: bigint; capturedOre: bigint }
): RefundPurpose =>
  capturedOre - askedAfterOre(order, givenOre) >= LEAST_ACCOUNTED_ORE ? "refund" : "credit"

/** What a piece of a line costs, in øre, by the line's number at the service. */
export type Pieces = ReadonlyMap<number, bigint>

/** What a piece costs of each line that the service lists: what staff credit in its portal, they credit by the piece. */
export const piecesOf = (lines: readonly ListedLine[]): Pieces =>
  new Map(
    lines.flatMap(({ id, quantity, amount }) => {
      const count = Number(quantity)
      const ore = toOre(amount ?? 0)
      const isCounted = Number.isInteger(count) && count > 0 && ore > 0n
      return id !== undefined && isCounted && ore % BigInt(count) === 0n
        ? [[id, ore / BigInt(count)] as const]
        : []
    })
  )

/**
 * Shares of so much: whole ones that come to it, be they of several credits that are told as one; else whole pieces of them; else
 * each in proportion. All of them where they come to less.
 */
function partOf(
  shares: readonly RefundShare[] | null,
  ore: bigint,
  pieces: Pieces = new Map()
): RefundShare[] {
  const all = shares ?? []
  const whole =
    sharesThatCost(all, ore) ?? sharesThatCost(all, ore, (share) => amountsOf(share, pieces))
  if (whole) {
    return whole
  }
  const amounts = all.map(({ amount }) => toOre(amount))
  return sharesOf(all, apportion(least(ore, sum(amounts)), amounts))
}

/** What each number of a share's pieces costs, all of them first; in øre. */
function amountsOf({ id, amount }: RefundShare, pieces: Pieces): bigint[] {
  const whole = toOre(amount)
  const piece = pieces.get(id)
  if (piece === undefined || whole % piece !== 0n || whole / piece > MOST_PIECES) {
    return [whole]
  }
  return Array.from({ length: Number(whole / piece) }, (_, less) => whole - piece * BigInt(less))
}

/** What of the lines that staff name is of goods that went, by what the credit is of. */
const goodsAmong = (
  named: readonly RefundShare[],
  { products, goods }: Pick<RefundRow, "products" | "goods">
): RefundShare[] => {
  const oreOf = (shares: readonly RefundShare[] | null, id: number) =>
    toOre(shares?.find((share) => share.id === id)?.amount ?? "0")
  return sharesOf(
    named,
    named.map(({ id, amount }) =>
      // Of a whole line it may be more than was asked for.
      toOre(amount) === oreOf(products, id)
        ? oreOf(goods, id)
        : least(toOre(amount), oreOf(goods, id))
    )
  )
}

/** How many sums of lines are tried before a part is taken of each. */
const MOST_SUMS = 10_000

/** How many pieces a line may have that are tried. */
const MOST_PIECES = 1_000n

/** The first of them that come to exactly so much. */
function sharesThatCost(
  shares: readonly RefundShare[],
  ore: bigint,
  amountsOfShare: (share: RefundShare) => readonly bigint[] = ({ amount }) => [toOre(amount)]
): RefundShare[] | undefined {
  const found = new Map<bigint, RefundShare[]>([[0n, []]])
  for (const share of shares) {
    const before = [...found]
    for (const amountOre of amountsOfShare(share)) {
      for (const [sumOre, some] of before) {
        if (found.size > MOST_SUMS) {
          return undefined
        }
        const withIt = sumOre + amountOre
        if (withIt <= ore && !found.has(withIt)) {
          found.set(withIt, [...some, { id: share.id, amount: formatOre(amountOre) }])
        }
      }
    }
  }
  return found.get(ore)
}

/** Whether all that a credit is of went off its order as goods: else a part that is left may be of no goods. */
const isOfGoodsAlone = ({ products, goods }: Pick<RefundRow, "products" | "goods">): boolean =>
  totalOf(goods) >= totalOf(products)

/** So much of shares: of what is left after others, unless that is less. */
function restOf(
  shares: readonly RefundShare[] | null,
  taken: readonly RefundShare[],
  ore: bigint
): RefundShare[] {
  const left = leftAfter(shares, taken)
  return partOf(totalOf(left) >= ore ? left : shares, ore)
}

const leftAfter = (
  shares: readonly RefundShare[] | null,
  taken: readonly RefundShare[]
): RefundShare[] => {
  const all = shares ?? []
  return sharesOf(
    all,
    all.map(({ id, amount }) =>
      atLeast0(toOre(amount) - toOre(taken.find((one) => one.id === id)?.amount ?? "0"))
    )
  )
}

const sharesOf = (shares: readonly RefundShare[], ores: readonly bigint[]): RefundShare[] =>
  shares.flatMap(({ id }, index) => {
    const ore = ores[index] ?? 0n
    return ore > 0n ? [{ id, amount: formatOre(ore) }] : []
  })
