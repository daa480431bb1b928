import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"

import type { TimelineActor } from "../../../modules/e-invoice/timeline"

/** The signed-in admin user, as the timeline names one. */
export const actingAdmin = (req: Pick<AuthenticatedMedusaRequest, "auth_context">): TimelineActor =>
  `admin:${req.auth_context.actor_id}`
