import { z } from "@medusajs/framework/zod"

import { identifier } from "../../../connect"

/** A positive amount in kroner, as text; numbers are taken too. */
export const amount = z
  .union([z.string().trim(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,2})?$/, "must be an amount in kroner with at most two decimals")
      .refine((value) => Number(value) > 0, "must be more than nothing")
  )

/** A calendar date. */
export const day = z.iso.date("must be a date such as 2026-12-01")

/** What the service calls a record; blanks around it are dropped, as when it is pasted. */
export const serviceUuid = z.string().trim().pipe(identifier)

/** Why something is done, in the merchant's words. */
export const note = z.string().trim().min(1).max(500)

/** How the service sends a payment link. */
export const linkDelivery = z
  .strictObject({ sms: z.boolean(), email: z.boolean() })
  .refine(
    ({ sms, email }) => sms || email,
    "the payment link must be sent by SMS, by e-mail, or both"
  )
