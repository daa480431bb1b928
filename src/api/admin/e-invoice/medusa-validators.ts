import { z } from "@medusajs/framework/zod"

import { organizationNumber } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { billingFrequencies } from "../../../mapping"
import { day, linkDelivery } from "./body-values"

const webAddress = lazily(() =>
  z.url({
    protocol: /^https?$/,
    error: "must be an address that begins with https://",
  })
)

export type AdminSubscribeOrder = z.infer<ReturnType<typeof adminSubscribeOrder>>

/**
 * Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: terms only, no amounts and no people. `send_by` has
 * the service send the payment link; with `return_to` nobody is sent anything.
 */
export const adminSubscribeOrder = lazily(() =>
  z
    .strictObject({
      frequency: z.enum(billingFrequencies),
      repeats: z.int().min(1).max(1_000),
      start_date: day,
      end_date: day.optional(),
      link_due_date: day.optional(),
      send_by: linkDelivery.optional(),
      return_to: z.strictObject({ success: webAddress(), failure: webAddress() }).optional(),
      organization_id: organizationNumber.optional(),
    })
    .refine(({ send_by, return_to }) => (send_by === undefined) !== (return_to === undefined), {
      path: ["send_by"],
      message: "send_by: give either send_by or return_to",
    })
)
