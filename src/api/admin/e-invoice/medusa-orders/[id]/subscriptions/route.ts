import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import {
  type LinkDelivery,
  prepareOrderSubscription,
  subscriptionOperation,
} from "../../../../../../workflows/operations/prepare-order-subscription"
import {
  createSubscriptionSessionWorkflow,
  createSubscriptionWorkflow,
} from "../../../../../../workflows/operations/subscription-workflows"
import { actingAdmin } from "../../../acting-admin"
import { carryOut, wishKey } from "../../../changing-route"
import type { AdminSubscribeOrder } from "../../../medusa-validators"

/** Makes a subscription of a Medusa order's lines; answers as the operation's own route does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminSubscribeOrder>,
  res: MedusaResponse
): Promise<void> => {
  const { validatedBody: terms } = req
  const delivery = deliveryOf(terms)
  const id = subscriptionOperation(delivery)
  const prepare = () =>
    prepareOrderSubscription(
      req.scope,
      {
        orderId: req.params["id"] ?? "",
        frequency: terms.frequency,
        repeats: terms.repeats,
        startDate: terms.start_date,
        endDate: terms.end_date,
        linkDueDate: terms.link_due_date,
        delivery,
        organizationId: terms.organization_id,
      },
      { actor: actingAdmin(req), idempotencyKey: wishKey(req) }
    )
  return id === "subscriptions.create"
    ? carryOut(req, res, { id, workflow: createSubscriptionWorkflow, prepare })
    : carryOut(req, res, {
        id,
        workflow: createSubscriptionSessionWorkflow,
        prepare,
      })
}

/** The body was checked to hold one of the two. */
const deliveryOf = ({ send_by: sendBy, return_to: returnTo }: AdminSubscribeOrder): LinkDelivery =>
  returnTo ? { returnTo } : { sendBy: sendBy ?? { sms: false, email: true } }
