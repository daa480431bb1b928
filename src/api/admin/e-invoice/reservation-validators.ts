import { z } from "@medusajs/framework/zod"

import { organizationNumber } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { amount, day, linkDelivery, note, serviceUuid } from "./body-values"

const confirmRepeat = z.literal(true).optional()

export type AdminReserveOrder = z.infer<ReturnType<typeof adminReserveOrder>>

/** Body of `POST /admin/e-invoice/medusa-orders/:id/reservations`: terms only, no amounts and no people. */
export const adminReserveOrder = lazily(() =>
  z.strictObject({
    charge_validity_days: z.int().min(1).max(365).optional(),
    link_due_date: day.optional(),
    send_by: linkDelivery,
    customer_notes: note.optional(),
    organization_id: organizationNumber.optional(),
  })
)

export type AdminCaptureReservation = z.infer<ReturnType<typeof adminCaptureReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/captures`. */
export const adminCaptureReservation = lazily(() =>
  z.strictObject({
    lines: z
      .array(z.strictObject({ id: z.int().positive(), amount }))
      .min(1, "choose at least one line")
      .refine(
        (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
        "name each line once"
      ),
    note: note.optional(),
    confirm_repeat: confirmRepeat,
  })
)

export type AdminChargeReservation = z.infer<ReturnType<typeof adminChargeReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/charges`. */
export const adminChargeReservation = lazily(() =>
  z.strictObject({
    lines: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(100),
          amount,
          tax: z.number().min(0).max(100),
        })
      )
      .min(1, "name at least one line"),
    note: note.optional(),
    confirm_repeat: confirmRepeat,
  })
)

export type AdminRefundReservation = z.infer<ReturnType<typeof adminRefundReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/refunds`. */
export const adminRefundReservation = lazily(() =>
  z.strictObject({
    source: z.enum(["captured", "charged"]),
    reference: serviceUuid,
    amount,
    confirm_repeat: confirmRepeat,
  })
)

export type AdminFollowReservation = z.infer<ReturnType<typeof adminFollowReservation>>

/** Body of `POST /admin/e-invoice/reservations/follow`. */
export const adminFollowReservation = lazily(() =>
  z.strictObject({
    uuid: serviceUuid,
    order_id: z.string().trim().min(1).max(100).optional(),
  })
)
