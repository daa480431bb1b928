import { z } from "zod"

import type { RefundAccount } from "../../api/admin/e-invoice/answers"
import { readAmount, requiredAmount, sumOf, toOre } from "../lib/form-values"
import type { TextKey, Translate } from "../lib/texts"
import type { EInvoiceRefund } from "../orders/data"
import type { StatusWords } from "../orders/words"

export type { RefundAccount }

/** A refund, and what became of it. */
export type Refund = RefundAccount["refunds"][number]

/** `GET /admin/e-invoice/orders/:id/refunds` */
export const readRefundAccount = ({ refund_account }: { refund_account: RefundAccount }) =>
  refund_account

/**
 * Whether a refund of an amount is just of the lines that changed, so that nothing of it is spread.
 *
 * @param amount major units, with two decimals at most
 */
export const isOfChangedLines = (
  { changed }: Pick<RefundAccount, "changed">,
  amount: number
): boolean => changed !== null && changed.amount.toFixed(2) === amount.toFixed(2)

/** The lines that changed, with what each of them costs. */
export const changedText = (
  t: Translate,
  { changed, currency_code: currencyCode }: Pick<RefundAccount, "changed" | "currency_code">,
  amountText: (amount: number, currencyCode: string) => string
): string => linesText(t, changed?.lines ?? [], (amount) => amountText(amount, currencyCode))

/** Lines with what is taken of each, in words. */
export const linesText = <Amount>(
  t: Translate,
  lines: readonly { readonly name: string | null; readonly amount: Amount }[],
  inWords: (amount: Amount) => string
): string =>
  lines
    .map(({ name, amount }) =>
      t("refunds.byLine.one", { name: name ?? t("fields.unknown"), amount: inWords(amount) })
    )
    .join("; ")

/** What is said of a refund for the lines that changed. */
export const changedWords = ({
  changed,
  refundable,
}: Pick<RefundAccount, "changed" | "refundable">): TextKey => {
  if (changed === null) {
    return "refunds.changed.none"
  }
  if (changed.certain) {
    return "refunds.changed.lines"
  }
  // Where a gift card paid the rest, nothing that was added makes it less than the lines cost.
  return changed.amount.toFixed(2) === refundable.toFixed(2)
    ? "refunds.changed.limited"
    : "refunds.changed.uncertain"
}

/** Whether the operator may still carry it out. */
export const awaitsApproval = ({ approval }: Pick<Refund, "approval">): boolean =>
  approval === "open" || approval === "asking"

/** What staff may say of a refund, as the body says it. */
type RefundOutcome = {
  readonly label: TextKey
  readonly said: { readonly carried_out: boolean; readonly beside_another?: boolean }
}

/**
 * What staff may say that became of a refund that they settle.
 *
 * @param at.isShownBeside whether the service shows a refund that is not recorded
 * @param at.mayBeAnother whether the service shows a refund and names no amount, so that it may be another one
 */
export function refundOutcomes(
  refund: Pick<Refund, "state" | "approval" | "may_be_given" | "may_be_ruled_out">,
  { isShownBeside, mayBeAnother }: { isShownBeside: boolean; mayBeAnother: boolean }
): { carriedOut: readonly RefundOutcome[]; notCarriedOut: readonly RefundOutcome[] } {
  const isInDoubt = refund.state === "in_doubt"
  const besideAnother: RefundOutcome = {
    label: "refunds.settle.besideAnother",
    said: { carried_out: true, beside_another: true },
  }
  const alone: RefundOutcome = {
    label: "refunds.settle.alone",
    said: { carried_out: true, beside_another: false },
  }
  const yes: RefundOutcome = { label: "refunds.settle.yes", said: { carried_out: true } }
  const no: RefundOutcome = { label: "refunds.settle.no", said: { carried_out: false } }
  const another: RefundOutcome = {
    label: "refunds.settle.another",
    said: { carried_out: false, beside_another: true },
  }
  if (isInDoubt) {
    return mayBeAnother
      ? {
          carriedOut: [{ ...alone, label: yes.label }, besideAnother],
          notCarriedOut: [no, another],
        }
      : { carriedOut: [yes], notCarriedOut: [no] }
  }
  return {
    carriedOut: isShownBeside ? [alone, besideAnother] : [yes],
    notCarriedOut: awaitsApproval(refund) || refund.may_be_ruled_out ? [no] : [],
  }
}

/** What staff may say of a refund: that it is what the service shows, and that it shows another beside it. */
export const GIVEN = "yes"
export const GIVEN_BESIDE = "beside"

export const isGiven = (given: string): boolean => given === GIVEN || given === GIVEN_BESIDE

/** Whether nothing is left to refund, and what the service's portal gave can still be recorded. */
export const recordsOnly = ({
  refundable,
  recordable,
}: Pick<RefundAccount, "refundable" | "recordable">): boolean =>
  recordable !== null && refundable <= 0

/** Names what becomes of a refund: one that the service gave is not sent. */
export const submitText = (
  account: Pick<RefundAccount, "refundable" | "recordable">,
  given: string
): TextKey => (isGiven(given) || recordsOnly(account) ? "refunds.given.submit" : "refunds.submit")

/** What became of a refund, in words. */
export const refundWords = ({
  state,
  approval,
  missing_in_medusa: isMissing,
  purpose,
}: Pick<Refund, "state" | "approval" | "missing_in_medusa" | "purpose">): StatusWords => {
  if (awaitsApproval({ approval })) {
    return { text: "refunds.status.awaitingApproval", color: "orange" }
  }
  if (isMissing) {
    return { text: "refunds.status.missing", color: "orange" }
  }
  switch (state) {
    case "succeeded":
      return {
        text: purpose === "credit" ? "refunds.status.credited" : "refunds.status.done",
        color: "green",
      }
    case "rejected":
      return { text: "refunds.status.rejected", color: "red" }
    case "in_doubt":
      return { text: "refunds.status.inDoubt", color: "red" }
    default:
      return { text: "refunds.status.sending", color: "blue" }
  }
}

/**
 * What a credit became that staff record as carried out.
 *
 * @param answer the order after that
 */
export const creditRecordedText = (
  { refunds }: { refunds: readonly Pick<EInvoiceRefund, "id" | "purpose">[] },
  id: string
): TextKey =>
  refunds.find((refund) => refund.id === id)?.purpose === "refund"
    ? "refunds.settle.creditPaidBack"
    : "refunds.settle.creditDone"

/**
 * What a refund became that was made or recorded just now.
 *
 * @param answer the account after that
 */
export const refundDoneText = ({
  refunds: [newest],
}: {
  refunds: readonly Pick<Refund, "state" | "purpose" | "type">[]
}): TextKey => {
  if (newest?.state !== "succeeded") {
    return "refunds.done"
  }
  if (newest.purpose === "credit") {
    return "refunds.settle.creditDone"
  }
  // What was sent has the type that it was sent with.
  return newest.type === null ? "refunds.recorded" : "refunds.done"
}

const obstacles: Readonly<Record<NonNullable<RefundAccount["obstacle"]>, TextKey>> = {
  "not-created": "refunds.obstacle.notCreated",
  "not-captured": "refunds.obstacle.notCaptured",
  // The same instruction as everywhere.
  "paid-uncapturable": "warnings.paidUncapturable.advice",
  open: "refunds.obstacle.open",
  "lines-unknown": "refunds.obstacle.linesUnknown",
  "nothing-left": "refunds.obstacle.nothingLeft",
  "credit-missing": "billing.notBillable.creditMissing",
}

/** Why nothing can be refunded now; undefined when something can. */
export const obstacleText = (obstacle: RefundAccount["obstacle"]): TextKey | undefined =>
  obstacle === null ? undefined : obstacles[obstacle]

/** A line of which a part can be chosen; amounts are major units. */
export type ChoosableLine = {
  readonly id: number
  readonly name: string
  readonly left: number
  /** Of the whole line. */
  readonly amount?: number
  /** Pieces of the whole line, where it is known. */
  readonly quantity?: number | null
}

/** The lines that staff chose with what they typed of each, in words. */
export const chosenText = <Amount>(
  t: Translate,
  chosen: readonly { readonly id: number; readonly amount: Amount }[],
  lines: readonly ChoosableLine[],
  inWords: (amount: Amount) => string
): string => {
  const nameOf = (id: number) => lines.find((line) => line.id === id)?.name ?? String(id)
  return linesText(
    t,
    chosen.map(({ id, amount }) => ({ name: nameOf(id), amount })),
    inWords
  )
}

/** A line that is counted in pieces. */
type CountedLine = ChoosableLine & { readonly amount: number; readonly quantity: number }

/** Whether a part of a line can be chosen by its pieces. */
export const isCounted = (line: ChoosableLine): line is CountedLine =>
  line.amount !== undefined &&
  line.amount > 0 &&
  Number.isInteger(line.quantity) &&
  Number(line.quantity) > 1

/**
 * What so many pieces of a line cost: major units, rounded to the øre. It follows on the pieces that are refunded already, so
 * that all of them come to the line's amount, however they are divided.
 */
export const amountOfPieces = (line: CountedLine, pieces: number): number => {
  const before = refundedBefore(line)
  const ore = shareOre(line, before.pieces + pieces) - before.ore
  return Math.min(toOre(line.left), Math.max(0, ore)) / 100
}

/** What so many pieces of the whole line come to, in øre. */
const shareOre = ({ amount, quantity }: CountedLine, pieces: number): number =>
  Math.round((toOre(amount) * pieces) / quantity)

/**
 * The pieces that are refunded, and what they came to; each may have been rounded. An amount that is of no number of pieces
 * counts as none: every piece costs its part then, while anything is left.
 */
function refundedBefore(line: CountedLine): { pieces: number; ore: number } {
  const ore = toOre(line.amount) - toOre(line.left)
  const pieces = Math.round((ore * line.quantity) / toOre(line.amount))
  return Math.abs(shareOre(line, pieces) - ore) <= pieces ? { pieces, ore } : { pieces: 0, ore: 0 }
}

/** The most pieces that can be chosen: together they take all that is left, to the øre. */
export const piecesLeft = (line: CountedLine): number => {
  const wholes = Array.from({ length: line.quantity + 1 }, (_, pieces) => pieces)
  return wholes.find((pieces) => amountOfPieces(line, pieces) >= line.left) ?? line.quantity
}

/** How many pieces an amount is of; undefined where it is of none exactly. */
export const piecesOf = (line: CountedLine, amount: number): number | undefined =>
  Array.from({ length: piecesLeft(line) + 1 }, (_, pieces) => pieces).find(
    (pieces) => toOre(amountOfPieces(line, pieces)) === toOre(amount)
  )

/** Amounts as they are typed, added up; what is no amount yet counts nothing. Major units. */
export const typedTotal = (typed: readonly { readonly amount: string }[]): number =>
  sumOf(typed.map(({ amount }) => readAmount(amount) ?? 0))

const NOTHING_CHOSEN: TextKey = "refunds.lines.none"

/**
 * An amount for each line, empty for lines that are left alone; at least one must be given, and none beyond what is left.
 *
 * @param tooMuch says how much is left of a line, in the person's language
 * @param limit what can be chosen of all lines together, in major units, and how that is said
 */
export const lineAmountsSchema = (
  lines: readonly ChoosableLine[],
  tooMuch: (line: ChoosableLine) => string,
  limit?: { readonly most: number; readonly tooMuch: string }
) =>
  z.array(z.object({ amount: z.string() })).transform((typed, context) => {
    const chosen = typed.flatMap(({ amount }, index) => {
      const line = lines[index]
      if (!line || amount.trim() === "") {
        return []
      }
      const result = requiredAmount({
        max: line.left,
        tooMuch: tooMuch(line),
      }).safeParse(amount)
      if (result.success) {
        return [{ id: line.id, amount: result.data }]
      }
      context.addIssue({
        code: "custom",
        path: [index, "amount"],
        message: result.error.issues[0]?.message ?? "",
      })
      return []
    })
    if (typed.every(({ amount }) => amount.trim() === "")) {
      // The field of a line that is used up cannot be filled in.
      const firstLeft = lines.findIndex(({ left }) => left > 0)
      context.addIssue({
        code: "custom",
        path: [Math.max(0, firstLeft), "amount"],
        message: NOTHING_CHOSEN,
      })
    }
    if (limit && toOre(sumOf(chosen.map(({ amount }) => amount))) > toOre(limit.most)) {
      context.addIssue({
        code: "custom",
        path: [typed.findLastIndex(({ amount }) => amount.trim() !== ""), "amount"],
        message: limit.tooMuch,
      })
    }
    return chosen
  })

/** Nothing chosen of any line. */
export const noAmounts = (lines: readonly ChoosableLine[]) => lines.map(() => ({ amount: "" }))
