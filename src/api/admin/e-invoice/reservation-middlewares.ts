import { type MiddlewareRoute } from "@medusajs/framework/http"

import { E_INVOICE_RESOURCE } from "../../../policies/e-invoice"
import {
  adminCaptureReservation,
  adminChargeReservation,
  adminFollowReservation,
  adminRefundReservation,
  adminReserveOrder,
} from "./reservation-validators"
import { adminNothing } from "./validators"
import { validatedBody } from "./validated-body"

const base = "/admin/e-invoice/reservations"
const read = [{ resource: E_INVOICE_RESOURCE, operation: "read" }]
const update = [{ resource: E_INVOICE_RESOURCE, operation: "update" }]

const changes = (
  matcher: string,
  body: Parameters<typeof validatedBody>[0]
): MiddlewareRoute => ({
  matcher,
  methods: ["POST"],
  middlewares: [validatedBody(body)],
  policies: update,
})

/** Checks and policies of the routes by which a person works with reservations; operations' own routes have theirs. */
export const reservationMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/reservations",
    methods: ["GET"],
    policies: read,
  },
  changes("/admin/e-invoice/medusa-orders/:id/reservations", adminReserveOrder),
  changes(`${base}/follow`, adminFollowReservation),
  { matcher: `${base}/:uuid/account`, methods: ["GET"], policies: read },
  { matcher: `${base}/:uuid/history`, methods: ["GET"], policies: read },
  changes(`${base}/:uuid/captures`, adminCaptureReservation),
  changes(`${base}/:uuid/charges`, adminChargeReservation),
  changes(`${base}/:uuid/refunds`, adminRefundReservation),
  changes(`${base}/:uuid/refunds/:refund_id/approval`, adminNothing),
]
