import { z } from "@medusajs/framework/zod"

import { billingFrequencies } from "../../../mapping"

const day = z.iso.date("must be a date such as 2026-12-01")

export type AdminSubscribeOrder = z.infer<typeof adminSubscribeOrder>

/** Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: terms only, no amounts and no people. */
export const adminSubscribeOrder = z.strictObject({
  frequency: z.enum(billingFrequencies),
  repeats: z.int().min(1).max(1_000),
  start_date: day,
  end_date: day.optional(),
  link_due_date: day.optional(),
  send_by: z
    .strictObject({ sms: z.boolean(), email: z.boolean() })
    .refine(
      ({ sms, email }) => sms || email,
      "the payment link must be sent by SMS, by e-mail, or both"
    ),
  organization_id: z
    .string()
    .regex(/^\d{9}$/, "must be exactly 9 digits")
    .optional(),
})
