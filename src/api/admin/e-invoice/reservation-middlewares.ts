import { type MiddlewareRoute } from "@medusajs/framework/http"

import { policyFor } from "../../../policies/e-invoice"
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

const changes = (
  matcher: string,
  body: Parameters<typeof validatedBody>[0],
  policies: MiddlewareRoute["policies"] = policyFor.updating
): MiddlewareRoute => ({
  matcher,
  methods: ["POST"],
  middlewares: [validatedBody(body)],
  policies,
})

/** Checks and policies of the routes by which a person works with reservations; operations' own routes have theirs. */
export const reservationMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/e-invoice/medusa-orders/:id/reservations",
    methods: ["GET"],
    policies: policyFor.reading,
  },
  changes("/admin/e-invoice/medusa-orders/:id/reservations", adminReserveOrder),
  changes(`${base}/follow`, adminFollowReservation),
  {
    matcher: `${base}/:uuid/account`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  {
    matcher: `${base}/:uuid/history`,
    methods: ["GET"],
    policies: policyFor.reading,
  },
  changes(`${base}/:uuid/captures`, adminCaptureReservation),
  changes(`${base}/:uuid/charges`, adminChargeReservation),
  changes(`${base}/:uuid/refunds`, adminRefundReservation, policyFor.refunding),
  changes(`${base}/:uuid/refunds/:refund_id/approval`, adminNothing, policyFor.refunding),
]
