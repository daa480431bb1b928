import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../connect/lazily"
import { amount, note } from "./body-values"

export type AdminRefundEInvoiceOrder = z.infer<ReturnType<typeof adminRefundEInvoiceOrder>>

/** Body of `POST /admin/e-invoice/orders/:id/refunds`: so much of each line, or so much in all. */
export const adminRefundEInvoiceOrder = lazily(() =>
  z
    .strictObject({
      lines: z
        .array(z.strictObject({ id: z.int().positive(), amount }))
        .min(1, "lines: choose at least one line")
        .optional(),
      amount: amount.optional(),
      confirm_repeat: z.literal(true).optional(),
      note: note.optional(),
      refund_reason_id: z.string().min(1).max(100).optional(),
    })
    .superRefine(({ lines, amount: whole }, context) => {
      if ((lines === undefined) === (whole === undefined)) {
        context.addIssue({
          code: "custom",
          path: ["amount"],
          message: "amount: give either an amount or lines",
        })
      }
      const ids = lines?.map(({ id }) => id) ?? []
      if (new Set(ids).size !== ids.length) {
        context.addIssue({
          code: "custom",
          path: ["lines"],
          message: "lines: name each line once",
        })
      }
    })
)
