import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { prepareOrderSubscription } from "../../../../../../workflows/operations/prepare-order-subscription"
import { createSubscriptionWorkflow } from "../../../../../../workflows/operations/subscription-workflows"
import { actingAdmin } from "../../../acting-admin"
import { carryOut, wishKey } from "../../../changing-route"
import type { AdminSubscribeOrder } from "../../../medusa-validators"

const id = "subscriptions.create"

/** Makes a subscription of a Medusa order's lines; answers as the operation's own route does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminSubscribeOrder>,
  res: MedusaResponse
): Promise<void> =>
  carryOut(req, res, {
    id,
    workflow: createSubscriptionWorkflow,
    prepare: () => {
      const { validatedBody: terms } = req
      return prepareOrderSubscription(
        req.scope,
        {
          orderId: req.params["id"] ?? "",
          frequency: terms.frequency,
          repeats: terms.repeats,
          startDate: terms.start_date,
          endDate: terms.end_date,
          linkDueDate: terms.link_due_date,
          sendBy: terms.send_by,
          organizationId: terms.organization_id,
        },
        { actor: actingAdmin(req), idempotencyKey: wishKey(id, req) }
      )
    },
  })
