import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import { organizationNumber } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { billingFrequencies } from "../../../mapping"
import { policyFor } from "../../../policies/e-invoice"
import { day, linkDelivery, validatedBody } from "./requests"

/** Checks and policies of the route that makes a subscription of a Medusa order. */
export const subscriptionMiddlewares = (): MiddlewareRoute[] => [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/subscriptions",
    methods: ["POST"],
    middlewares: [validatedBody(adminSubscribeOrder)],
    policies: policyFor.updating,
  },
]

const webAddress = lazily(() =>
  z.url({
    protocol: /^https?$/,
    error: "must be an address that begins with https://",
  })
)

export type AdminSubscribeOrder = z.infer<ReturnType<typeof adminSubscribeOrder>>

/**
 * Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: terms only, no amounts and no personal data. With
 * `send_by` the service sends the payment link; with `return_to` it sends nothing.
 */
const adminSubscribeOrder = lazily(() =>
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
