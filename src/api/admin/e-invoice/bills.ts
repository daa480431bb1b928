import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import { organizationNumber } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { billWays } from "../../../mapping"
import { policyFor } from "../../../policies/e-invoice"
import { day, linkDelivery, validatedBody } from "./requests"

/** Checks and policies of the route by which what is outstanding of a Medusa order is billed. */
export const billMiddlewares = (): MiddlewareRoute[] => [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/bill",
    methods: ["POST"],
    middlewares: [validatedBody(adminBillOrder)],
    policies: policyFor.updating,
  },
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
