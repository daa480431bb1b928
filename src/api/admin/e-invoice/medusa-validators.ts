import { z } from "@medusajs/framework/zod"

import { billingFrequencies } from "../../../mapping"
import { day, linkDelivery, organizationNumber } from "./body-values"

export type AdminSubscribeOrder = z.infer<typeof adminSubscribeOrder>

/** Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: terms only, no amounts and no people. */
export const adminSubscribeOrder = z.strictObject({
  frequency: z.enum(billingFrequencies),
  repeats: z.int().min(1).max(1_000),
  start_date: day,
  end_date: day.optional(),
  link_due_date: day.optional(),
  send_by: linkDelivery,
  organization_id: organizationNumber.optional(),
})
