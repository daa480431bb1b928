import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../lib/answer-values"
import { requiredAmount } from "../lib/form-values"
import type { TextKey } from "../lib/texts"
import type { StatusWords } from "../orders/words"

const lineSchema = z.object({
  id: z.number(),
  name: z.string(),
  quantity: optionalAmount,
  amount: z.number(),
  refunded: z.number(),
  refundable: z.number(),
})

const refundSchema = z.object({
  id: z.string(),
  amount: optionalAmount,
  state: z.string(),
  attempt: z.number().catch(1),
  missing_in_medusa: z.boolean().catch(false),
  products: lenientList(z.object({ name: optionalText, amount: optionalAmount })),
  failure: z.object({ message: optionalText, message_key: optionalText }).nullable().catch(null),
  approval: optionalText,
  approval_asked_at: optionalDate,
  created_at: optionalDate,
})

const accountSchema = z.object({
  e_invoice_order_id: z.string(),
  currency_code: z.string(),
  captured: optionalAmount,
  refunded: optionalAmount,
  refunded_at_service: optionalAmount,
  refundable: z.number(),
  obstacle: optionalText,
  problem: z.object({ message: optionalText, advice: optionalText }).nullable().catch(null),
  lines: lenientList(lineSchema),
  repeats: lenientList(z.object({ amount: z.number() })),
  refunds: lenientList(refundSchema),
})

/** What can be refunded of an e-invoice order, and the refunds there have been. Amounts are major units. */
export type RefundAccount = z.infer<typeof accountSchema>

/** A refund, and what became of it. */
export type Refund = z.infer<typeof refundSchema>

/** Whether a refund asks for confirmation: a doubt about one of the same amount was settled lately. */
export const isRepeat = ({ repeats }: Pick<RefundAccount, "repeats">, amount: number): boolean =>
  repeats.some((repeat) => Math.round((repeat.amount - amount) * 100) === 0)

const answerSchema = z.object({ refund_account: accountSchema })

/** Reads the answer of `GET /admin/e-invoice/orders/:id/refunds`. */
export const parseRefundAccount = (answer: unknown): RefundAccount =>
  answerSchema.parse(answer).refund_account

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

const obstacles: Readonly<Record<string, TextKey>> = {
  "not-created": "refunds.obstacle.notCreated",
  "not-captured": "refunds.obstacle.notCaptured",
  open: "refunds.obstacle.open",
  "lines-unknown": "refunds.obstacle.linesUnknown",
  "nothing-left": "refunds.obstacle.nothingLeft",
}

/** Why nothing can be refunded now; undefined when something can. */
export const obstacleText = (obstacle: string | null): TextKey | undefined =>
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
