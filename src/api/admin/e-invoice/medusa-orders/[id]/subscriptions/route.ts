import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import {
  type LinkDelivery,
  prepareOrderSubscription,
} from "../../../../../../workflows/operations/subscriptions"
import { actingAdmin, idempotencyKeyOf } from "../../../requests"
import { performOperation } from "../../../perform-operation"
import type { AdminSubscribeOrder } from "../../../medusa-orders"

/** Makes a subscription of a Medusa order's lines; answers as the operation itself does. */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminSubscribeOrder>,
  res: MedusaResponse
): Promise<void> => {
  const { validatedBody: terms } = req
  return performOperation(req, res, () =>
    prepareOrderSubscription(
      req.scope,
      {
        orderId: req.params["id"] ?? "",
        frequency: terms.frequency,
        repeats: terms.repeats,
        startDate: terms.start_date,
        endDate: terms.end_date,
        linkDueDate: terms.link_due_date,
        delivery: deliveryOf(terms),
        organizationId: terms.organization_id,
      },
      {
        actor: actingAdmin(req),
        idempotencyKey: idempotencyKeyOf(req),
        repeatConfirmed: terms.confirm_repeat,
      }
    )
  )
}

/** The body was checked to hold one of the two. */
const deliveryOf = ({ send_by: sendBy, return_to: returnTo }: AdminSubscribeOrder): LinkDelivery =>
  returnTo ? { returnTo } : { sendBy: sendBy ?? { sms: false, email: true } }
