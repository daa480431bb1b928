import { z } from "zod"

import type { RefundAccount } from "../../api/admin/e-invoice/answers"
import { requiredAmount } from "../lib/form-values"
import type { TextKey, Translate } from "../lib/texts"
import type { StatusWords } from "../orders/words"

export type { RefundAccount }

/** A refund, and what became of it. */
export type Refund = RefundAccount["refunds"][number]

/**
 * Whether a refund asks for confirmation: a doubt about one of the same amount was settled lately.
 *
 * @param amount major units, with two decimals at most, as the amounts of the account are
 */
export const isRepeat = ({ repeats }: Pick<RefundAccount, "repeats">, amount: number): boolean =>
  repeats.some((repeat) => repeat.amount.toFixed(2) === amount.toFixed(2))

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
): string =>
  (changed?.lines ?? [])
    .map(({ name, amount }) =>
      t("refunds.byLine.one", { name, amount: amountText(amount, currencyCode) })
    )
    .join("; ")

/** What became of a refund, in words. */
export const refundWords = ({
  state,
  approval,
  missing_in_medusa: isMissing,
}: Pick<Refund, "state" | "approval" | "missing_in_medusa">): StatusWords => {
  if (approval === "open" || approval === "asking") {
    return { text: "refunds.status.awaitingApproval", color: "orange" }
  }
  if (isMissing) {
    return { text: "refunds.status.missing", color: "orange" }
  }
  switch (state) {
    case "succeeded":
      return { text: "refunds.status.done", color: "green" }
    case "rejected":
      return { text: "refunds.status.rejected", color: "red" }
    case "in_doubt":
      return { text: "refunds.status.inDoubt", color: "red" }
    default:
      return { text: "refunds.status.sending", color: "blue" }
  }
}

const obstacles: Readonly<Record<NonNullable<RefundAccount["obstacle"]>, TextKey>> = {
  "not-created": "refunds.obstacle.notCreated",
  "not-captured": "refunds.obstacle.notCaptured",
  open: "refunds.obstacle.open",
  "lines-unknown": "refunds.obstacle.linesUnknown",
  "nothing-left": "refunds.obstacle.nothingLeft",
}

/** Why nothing can be refunded now; undefined when something can. */
export const obstacleText = (obstacle: RefundAccount["obstacle"]): TextKey | undefined =>
  obstacle === null ? undefined : obstacles[obstacle]

const reasons: Readonly<Record<string, TextKey>> = {
  refundRejectionForRequestAmountThresholdExceed: "refunds.reason.threshold",
  refundRejectionForWeeklyThresholdExceed: "refunds.reason.weekly",
  refundRejectionForRefundedCancelledInvoicedOrderParamRefunded: "refunds.reason.alreadyRefunded",
  refundRejectionForRefundedCancelledInvoicedOrderParamCancelled: "refunds.reason.cancelled",
  refundRejectionForRefundRequestGreaterThanOrderAmount: "refunds.reason.tooMuch",
  refundRejectionForTransactionNotFound: "refunds.reason.nothingPaid",
}

/**
 * Why the service refused, in the person's language.
 *
 * @returns undefined for a reason that has no words yet; show the server's sentence
 */
export const reasonText = (messageKey: string | null): TextKey | undefined => {
  if (messageKey === null) {
    return undefined
  }
  return messageKey.startsWith("refundRejectionForOutOfRunwayParam")
    ? "refunds.reason.tooMuch"
    : reasons[messageKey]
}

/** A line of which a part can be chosen; `left` is major units. */
export type ChoosableLine = {
  readonly id: number
  readonly name: string
  readonly left: number
}

const NOTHING_CHOSEN: TextKey = "refunds.lines.none"

/**
 * An amount for each line, empty for lines that are left alone; at least one must be given, and none beyond what is left.
 *
 * @param tooMuch says how much is left of a line, in the person's language
 */
export const lineAmountsSchema = (
  lines: readonly ChoosableLine[],
  tooMuch: (line: ChoosableLine) => string
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
    return chosen
  })

/** Nothing chosen of any line. */
export const noAmounts = (lines: readonly ChoosableLine[]) => lines.map(() => ({ amount: "" }))
