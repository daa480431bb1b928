import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import { organizationNumber } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { billingFrequencies, billWays } from "../../../mapping"
import { changes, confirmRepeat, day, linkDelivery, note, reads } from "./requests"

const base = "/medusa-orders/:id"

/** Checks and policies of the routes that bill, reserve or subscribe what a Medusa order has. */
export const medusaOrderMiddlewares = (): MiddlewareRoute[] => [
  reads(`${base}/bill`),
  changes(`${base}/bill`, adminBillOrder),
  reads(`${base}/reservations`),
  changes(`${base}/reservations`, adminReserveOrder),
  changes(`${base}/subscriptions`, adminSubscribeOrder),
]

const text = (longest: number) => z.string().trim().min(1).max(longest)

const spacedOrganizationNumber = lazily(() =>
  z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ""))
    .pipe(organizationNumber)
)

export type AdminBillOrder = z.infer<ReturnType<typeof adminBillOrder>>

/** Body of `POST /admin/e-invoice/medusa-orders/:id/bill`: whom and how, never how much. */
export const adminBillOrder = lazily(() =>
  z
    .strictObject({
      by: z.enum([...billWays, "reservation"]),
      personal_number: text(20).optional(),
      organization_id: spacedOrganizationNumber().optional(),
      phone: text(30).optional(),
      email: z.email("must be an e-mail address").optional(),
      send_by: linkDelivery.optional(),
      link_due_date: day.optional(),
      reference: text(100).optional(),
    })
    .superRefine((body, context) => {
      const needed = neededFields[body.by]
      if (needed && body[needed] === undefined) {
        context.addIssue({
          code: "custom",
          path: [needed],
          message: `${needed}: is needed to bill by ${body.by}`,
        })
      }
    })
)

const neededFields: Readonly<Record<string, "personal_number" | "organization_id" | "send_by">> = {
  "e-invoice": "personal_number",
  "ehf-invoice": "organization_id",
  "payment-link": "send_by",
  reservation: "send_by",
}

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
      confirm_repeat: confirmRepeat,
    })
    .refine(({ send_by, return_to }) => (send_by === undefined) !== (return_to === undefined), {
      path: ["send_by"],
      message: "send_by: give either send_by or return_to",
    })
)

export type AdminReserveOrder = z.infer<ReturnType<typeof adminReserveOrder>>

/** Body of `POST /admin/e-invoice/medusa-orders/:id/reservations`: terms only, no amounts and no personal data. */
const adminReserveOrder = lazily(() =>
  z.strictObject({
    charge_validity_days: z.int().min(1).max(365).optional(),
    link_due_date: day.optional(),
    send_by: linkDelivery,
    customer_notes: note.optional(),
    organization_id: organizationNumber.optional(),
  })
)
