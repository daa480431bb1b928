import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../../lib/answer-values"

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

/** A line of the order, and what is left to refund of it. */
export type RefundableLine = z.infer<typeof lineSchema>

/** A refund, and what became of it. */
export type Refund = z.infer<typeof refundSchema>

/** Whether a refund asks for confirmation: a doubt about one of the same amount was settled lately. */
export const isRepeat = ({ repeats }: Pick<RefundAccount, "repeats">, amount: number): boolean =>
  repeats.some((repeat) => Math.round((repeat.amount - amount) * 100) === 0)

const answerSchema = z.object({ refund_account: accountSchema })

/** Reads the answer of `GET /admin/e-invoice/orders/:id/refunds`. */
export const parseRefundAccount = (answer: unknown): RefundAccount =>
  answerSchema.parse(answer).refund_account
